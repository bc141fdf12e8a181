import { isHome } from '../send/near-host.ts'
import { createReach } from '../send/reach.ts'
import { readToWorker } from './net-protocol.ts'
import type { NetPort } from './pulls-of.ts'
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
 * names on other hosts: they are asked for by `createReach`, which knows no key. `home` is the origin of the page: a reply of another
 * origin never leads there, by a redirect neither. What is no message of ours is left alone.
 */
export function createGate(send: typeof fetch, home: string): (message: NetMessage) => void {
  const allowed = new Set<string>()
  const isAllowed = (url: string) => URL.canParse(url) && allowed.has(new URL(url).origin)
  const guarded: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!isAllowed(url)) throw new TypeError(notConfirmed)
    const reply = await send(input, init)
    if (!URL.canParse(reply.url) || !isHome(new URL(reply.url), home) || isHome(new URL(url), home)) return reply
    await reply.body?.cancel()
    throw new TypeError('It leads to this app itself.')
  }
  return ({ data, port }) => {
    const message = readToWorker(data)
    if (message?.kind === 'allow') allowed.add(message.origin)
    if (!message || !port) return
    if (message.kind === 'fetch') void serveFetch(port, message.request, guarded)
    if (message.kind === 'read') {
      const reach = createReach(send, { baseUrl: message.reading.connection.baseUrl, home })
      void serveStream(port, message.reading, { fetch: guarded, reach })
    }
  }
}

const notConfirmed = 'This address was not confirmed.'
