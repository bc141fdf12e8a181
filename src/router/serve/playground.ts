import { jsonReply } from '../http/http-replies.ts'
import { isLoopback } from '../http/request-guard.ts'
import { RouterError } from '../http/router-error.ts'
import type { RouterContext } from '../http/trace.ts'

interface PlaygroundOptions {
  readonly handsOutKey: boolean
  readonly key: string
  readonly keepsResults: boolean
}

const forwarding = /^(forwarded|via|x-forwarded-.*)$/

/** Whether a request comes directly from this machine, without a proxy or tunnel, which may forward for anyone. */
export function isLocal(c: RouterContext): boolean {
  const peer = c.env?.incoming?.socket.remoteAddress ?? ''
  return isLoopback(peer) && ![...c.req.raw.headers.keys()].some((name) => forwarding.test(name))
}

const notFound = () => new RouterError(404, 'not_found', 'Not found.')

/**
 * `GET /playground.json`: `{ baseUrl, key, keepsResults }` for our own page on this machine, which then needs no settings; a 404
 * for everyone else, whose page asks for the key.
 */
export function playground(c: RouterContext, { handsOutKey, key, keepsResults }: PlaygroundOptions): Response {
  const origin = c.req.header('origin')
  const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${c.req.header('host')}`.toLowerCase()
  const isOurPage = c.req.header('sec-fetch-site') === 'same-origin' && !isForeign
  if (!handsOutKey || !isOurPage || !isLocal(c)) throw notFound()
  return jsonReply({ baseUrl: `http://${c.req.header('host')}/v1`, key, keepsResults })
}
