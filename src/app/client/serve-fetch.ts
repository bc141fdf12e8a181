import { fetchRules } from './fetch-rules.ts'
import { type FromRequest, type NetRequest, readToRequest } from './net-protocol.ts'

/** The end of a channel that the worker holds: the part of `MessagePort` that is used. */
export type NetPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start' | 'close'>

/**
 * Makes one request in the worker and passes the reply through its port: a chunk only when the page asks for one, so that a
 * slow page slows the sender down. An `abort` ends the request at once. Never throws; a failure is told as `error`.
 */
export async function serveFetch(port: NetPort, request: NetRequest, send: typeof fetch): Promise<void> {
  const leaving = new AbortController()
  const say = (message: FromRequest, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  let pulls = 0
  let pulled = () => {}
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readToRequest(data)
    if (message?.kind === 'abort') leaving.abort()
    if (message?.kind === 'pull') pulls += 1
    pulled()
  })
  port.start()

  const pull = async () => {
    while (pulls === 0 && !leaving.signal.aborted) {
      await new Promise<void>((resolve) => {
        pulled = resolve
      })
    }
    leaving.signal.throwIfAborted()
    pulls -= 1
  }

  try {
    const { url, method, body } = request
    const headers = request.headers.map(([name, value]): [string, string] => [name, value])
    const reply = await send(url, { ...fetchRules(method), method, headers, body, signal: leaving.signal })
    const { status, statusText } = reply
    say({ kind: 'head', status, statusText, headers: [...reply.headers] })
    const reader = reply.body?.getReader()
    while (reader) {
      await pull()
      const step = await reader.read()
      if (step.done) break
      // A copy of its own: what a stream hands out may be a window on a buffer that others share.
      const bytes = step.value.slice()
      say({ kind: 'chunk', bytes }, [bytes.buffer])
    }
    say({ kind: 'end' })
  } catch (cause) {
    say({ kind: 'error', message: cause instanceof Error ? cause.message : String(cause) })
  } finally {
    port.close()
  }
}
