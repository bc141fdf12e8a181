/** So long the page may be kept from drawing and from taking presses, in ms. */
const slice = 12

const channel = typeof MessageChannel === 'function' ? new MessageChannel() : undefined
const waiting: (() => void)[] = []
if (channel) channel.port1.onmessage = () => waiting.shift()?.()

/** The next task. Not by a timer: those of a hidden page come once a second. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    channel?.port2.postMessage(undefined)
  })
}

let begun = 0

/** Awaited between two pieces of work on the main thread: at once within a slice, in a new task after it. */
export async function rest(): Promise<void> {
  if (performance.now() - begun < slice) return
  await nextTask()
  begun = performance.now()
}
