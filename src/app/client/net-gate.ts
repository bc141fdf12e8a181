import { readToWorker } from './net-protocol.ts'
import { type NetPort, serveFetch } from './serve-fetch.ts'

/** What arrives at the worker. */
interface NetMessage {
  readonly data: unknown
  readonly port: NetPort | undefined
}

/**
 * The worker's one door: serves requests to the origins that the page named in `allow` messages and to no other, so that
 * a hijacked reply or a slip in the page cannot send the key elsewhere. What is no message of ours is left alone.
 */
export function createGate(send: typeof fetch): (message: NetMessage) => void {
  const allowed = new Set<string>()
  return ({ data, port }) => {
    const message = readToWorker(data)
    if (message?.kind === 'allow') allowed.add(message.origin)
    if (message?.kind !== 'fetch' || !port) return
    const { url } = message.request
    if (URL.canParse(url) && allowed.has(new URL(url).origin)) {
      void serveFetch(port, message.request, send)
    } else {
      port.postMessage({ kind: 'error', message: 'This address was not confirmed.' })
      port.close()
    }
  }
}
