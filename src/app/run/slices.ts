import { nextTask } from '#media/base64.ts'

/** So long the page may be kept from drawing and from taking presses, in ms. */
const slice = 12

let begun = 0

/** Awaited between two pieces of work on the main thread: at once within a slice, in a new task after it. */
export async function rest(): Promise<void> {
  if (performance.now() - begun < slice) return
  await nextTask()
  begun = performance.now()
}
