import { fetchRules } from '../send/fetch-rules.ts'
import type { FromRequest, NetRequest } from './net-protocol.ts'
import { type NetPort, pullsOf } from './pulls-of.ts'

/**
 * Makes one request in the worker and passes the reply through its port: a chunk only when the page asks for one, so that a
 * slow page slows the sender down. An `abort` ends the request at once. Never throws; a failure is told as `error`.
 */
export async function serveFetch(port: NetPort, request: NetRequest, send: typeof fetch): Promise<void> {
  const leaving = new AbortController()
  const say = (message: FromRequest, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const pulled = pullsOf(port, leaving)

  try {
    const { url, method, body } = request
    const headers = request.headers.map(([name, value]): [string, string] => [name, value])
    const reply = await send(url, { ...fetchRules(method), method, headers, body, signal: leaving.signal })
    const { status, statusText } = reply
    say({ kind: 'head', status, statusText, headers: [...reply.headers] })
    const reader = reply.body?.getReader()
    while (reader) {
      await pulled()
      leaving.signal.throwIfAborted()
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
