import { nextTask } from '#media/next-task.ts'

/** Longest block of the main thread, in ms. */
const slice = 12

let begun = 0

/** To be awaited between two pieces of work on the main thread: resolves without a new task within a slice of 12 ms, in a new task after it. */
export async function rest(): Promise<void> {
  if (performance.now() - begun < slice) return
  await nextTask()
  begun = performance.now()
}
