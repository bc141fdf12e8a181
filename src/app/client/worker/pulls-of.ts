import { readToRequest } from './net-protocol.ts'

/** The end of a channel that the worker holds: the part of `MessagePort` that is used. */
export type NetPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start' | 'close'>

/**
 * What the page asks for on the port of one request: a function that waits for the next pull. It waits no more once the page has
 * aborted, which ends `leaving` too.
 */
export function pullsOf(port: NetPort, leaving: AbortController): () => Promise<void> {
  let pulls = 0
  let heard = () => {}
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readToRequest(data)
    if (message?.kind === 'abort') leaving.abort()
    if (message?.kind === 'pull') pulls += 1
    heard()
  })
  port.start()
  return async () => {
    while (pulls === 0 && !leaving.signal.aborted) {
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
    pulls -= 1
  }
}
