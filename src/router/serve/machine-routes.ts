import type { Hono } from 'hono'
import { jsonReply } from '../http/http-replies.ts'
import { addRoute, type Guard, isLoopback } from '../http/request-guard.ts'
import { RouterError } from '../http/router-error.ts'
import type { RouterContext, RouterEnv } from '../http/trace.ts'
import { unknownPath } from '../http/unknown-path.ts'
import type { Provider } from '../provider.ts'
import type { Metrics } from '../runtime/metrics.ts'

export interface Surroundings {
  /** The router takes no new connections, and ends soon. */
  readonly isStopping: () => boolean
  /** Each with a word about how it is; `down`: requests cannot be answered without it. No secrets. */
  readonly parts: () => Readonly<Record<string, string>>
}

interface MachineRoutes {
  readonly guard: Guard
  readonly metrics: Metrics
  readonly providers: () => readonly Provider[]
  /** The circuit of a provider with this id; undefined where it has none. */
  readonly circuitOf: (id: string) => string | undefined
  readonly surroundings: Surroundings
  /** The key, where the page on this machine is handed it. */
  readonly handedKey: string | undefined
  readonly keepsResults: boolean
  readonly meter: (() => unknown) | undefined
}

const forwarding = /^(forwarded|via|x-forwarded-.*)$/

/** Whether a request comes directly from this machine, without a proxy or tunnel, which may forward for anyone. */
function isLocal(c: RouterContext): boolean {
  const peer = c.env?.incoming?.socket.remoteAddress ?? ''
  return isLoopback(peer) && ![...c.req.raw.headers.keys()].some((name) => forwarding.test(name))
}

function isOwnPage(c: RouterContext): boolean {
  const origin = c.req.header('origin')
  const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${c.req.header('host')}`.toLowerCase()
  return c.req.header('sec-fetch-site') === 'same-origin' && !isForeign && isLocal(c)
}

/**
 * Adds the routes that give more to this machine than to others. `/playground.json`: `{ baseUrl, key, keepsResults }` for our own page on
 * it, which then needs no settings; a 404 for everyone else, whose page asks for the key. `/healthz` (the process runs and is not stopping)
 * and `/healthz/ready` (what it needs is there too), both 200 or 503 for anyone, and `/metrics`; their details and the metrics are for this
 * machine, without a proxy, or for the key. `/sandbox/meter` is for this machine alone.
 */
export function addMachineRoutes(app: Hono<RouterEnv>, routes: MachineRoutes): void {
  const { guard, metrics, providers, circuitOf, surroundings, handedKey, keepsResults, meter } = routes
  const running = () => (surroundings.isStopping() ? 'stopping' : 'ok')
  const replyOf = (status: string, detail: object = {}) => jsonReply({ status, ...detail }, status === 'ok' ? 200 : 503)
  function checkTrust(c: RouterContext): void {
    guard.checkOrigin(c.req.raw.headers, 'typed addresses')
    if (!isLocal(c)) guard.checkKey(c.req.raw.headers)
  }
  function isTrusted(c: RouterContext): boolean {
    try {
      checkTrust(c)
      return true
    } catch {
      return false
    }
  }

  addRoute(app, '/playground.json', {}, (c) => {
    if (handedKey === undefined || !isOwnPage(c)) throw new RouterError(404, 'not_found', 'Not found.')
    return jsonReply({ baseUrl: `http://${c.req.header('host')}/v1`, key: handedKey, keepsResults })
  })
  addRoute(app, '/healthz', {}, () => replyOf(running()))
  addRoute(app, '/healthz/ready', {}, (c) => {
    const parts = surroundings.parts()
    const status = running() === 'ok' && Object.values(parts).includes('down') ? 'down' : running()
    if (!isTrusted(c)) return replyOf(status)
    const all = providers().map(({ id, models }) => ({ id, models: models.length, circuit: circuitOf(id) }))
    return replyOf(status, { ...parts, providers: all })
  })
  addRoute(app, '/metrics', {}, async (c) => {
    checkTrust(c)
    return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
  })
  addRoute(app, '/sandbox/meter', {}, (c) => {
    guard.checkOrigin(c.req.raw.headers, 'typed addresses')
    if (!meter || !isLocal(c)) throw unknownPath(c.req.method, c.req.path)
    return jsonReply(meter())
  })
}
