import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { comingBody } from './bodies.ts'
import type { Guard } from './guard.ts'
import { apiHeaders, eventStreamHeaders } from './headers.ts'
import { lingering } from './lingering.ts'
import { withPings } from './pings.ts'
import { isEventStream } from './replies.ts'
import type { RouterContext } from './router-env.ts'
import { type Departure, sending } from './sending.ts'
import { traceHeaders } from './trace.ts'

const pingMs = 15_000

interface SendOptions {
  readonly guard: Guard
  readonly clock: Clock
  readonly log: Log
}

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Only these may be called by pages of listed origins; the key is never handed to another site. */
const isOpenToOrigins = (path: string) => isUnder(path, '/v1') || isUnder(path, '/ops')

/** What is still to come of a request that is answered already. */
const unreadBody = (c: RouterContext) => (c.env?.incoming?.complete === false ? comingBody(c) : null)

/** Whether what is still to come may be so long that the connection is better given up. */
const isLong = (headers: Headers) => !(Number(headers.get('content-length') ?? Number.NaN) <= 64 * 1024)

/** The last step of every answer: its headers, its pings, its line in the log. */
export function createSend({ guard, clock, log }: SendOptions) {
  function headersOf(c: RouterContext, reply: Response): Headers {
    const { path } = c.req
    const grants = isOpenToOrigins(path) ? guard.grants(c.req.raw.headers) : {}
    const isGranted = 'access-control-allow-origin' in grants
    // A file of the app brings its own policy.
    const isFile = reply.headers.has('content-security-policy')
    const headers = new Headers({
      ...(!isFile && { ...apiHeaders, 'x-request-id': c.get('trace').requestId }),
      ...(isUnder(path, '/v1') && traceHeaders(c.get('trace'))),
      ...(path === '/v1/models' && { 'x-router': 'patchbay' }),
      ...Object.fromEntries(reply.headers),
      ...(isEventStream(reply.headers) && eventStreamHeaders),
      ...grants,
    })
    if (isGranted) headers.set('cross-origin-resource-policy', 'cross-origin')
    return headers
  }

  return (c: RouterContext, reply: Response, begun: number): Response => {
    const { requestId, route, op } = c.get('trace')
    const left = (how: Departure, bytes: number) => {
      const facts = [c.req.method, route, reply.status, `${clock.now() - begun}ms`, requestId, op && `op=${op}`]
      log([...facts, `bytes=${bytes}`, how].filter((fact) => fact !== undefined).join(' '))
    }
    const init = { status: reply.status, headers: headersOf(c, reply) }
    if (!reply.body || c.req.method === 'HEAD') {
      left('sent', 0)
      return new Response(null, init)
    }
    const body = isEventStream(reply.headers) ? withPings(reply.body, pingMs, clock) : reply.body
    const sent = sending(body, c.env?.outgoing, left)
    const rest = unreadBody(c)
    if (!rest) return new Response(sent, init)
    if (isLong(c.req.raw.headers)) init.headers.set('connection', 'close')
    return new Response(lingering(sent, rest, clock), init)
  }
}
