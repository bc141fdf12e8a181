import { readToWorker } from './net-protocol.ts'
import type { NetPort } from './pulls-of.ts'
import { createReach } from './reach.ts'
import { serveFetch } from './serve-fetch.ts'
import { serveStream } from './serve-stream.ts'

/** What arrives at the worker. */
interface NetMessage {
  readonly data: unknown
  readonly port: NetPort | undefined
}

/**
 * The worker's one door: serves requests to the origins that the page named in `allow` messages and to no other, so that
 * a hijacked reply or a slip in the page cannot send the key elsewhere. The one exception are media that a reply of such an origin
 * names on other hosts: they are asked for by `createReach`, which knows no key. What is no message of ours is left alone.
 */
export function createGate(send: typeof fetch): (message: NetMessage) => void {
  const allowed = new Set<string>()
  const isAllowed = (url: string) => URL.canParse(url) && allowed.has(new URL(url).origin)
  const guarded: typeof fetch = async (input, init) => {
    if (!isAllowed(input instanceof Request ? input.url : String(input))) throw new TypeError(notConfirmed)
    return await send(input, init)
  }
  return ({ data, port }) => {
    const message = readToWorker(data)
    if (message?.kind === 'allow') allowed.add(message.origin)
    if (!message || !port) return
    if (message.kind === 'fetch') void serveFetch(port, message.request, guarded)
    if (message.kind === 'read') {
      const reach = createReach(send, message.reading.connection.baseUrl)
      void serveStream(port, message.reading, { fetch: guarded, reach })
    }
  }
}

const notConfirmed = 'This address was not confirmed.'
