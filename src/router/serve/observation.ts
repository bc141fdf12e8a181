import type { Hono } from 'hono'
import { jsonReply } from '../http/http-replies.ts'
import { checkMethod, type Guard } from '../http/request-guard.ts'
import type { RouterContext, RouterEnv } from '../http/trace.ts'
import type { Provider } from '../provider.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { isLocal } from './playground.ts'

export interface Surroundings {
  /** The router takes no new connections, and ends soon. */
  readonly isStopping: () => boolean
  /** Each with a word about how it is; `down`: requests cannot be answered without it. No secrets. */
  readonly parts: () => Readonly<Record<string, string>>
}

interface Observed {
  readonly guard: Guard
  readonly metrics: Metrics
  readonly providers: () => readonly Provider[]
  /** The circuit of a provider with this id; undefined where it has none. */
  readonly circuitOf: (id: string) => string | undefined
  readonly surroundings: Surroundings
}

/**
 * Adds the routes by which machines watch the router: `/healthz` (the process runs and is not stopping) and `/healthz/ready` (what it needs
 * is there too), both 200 or 503 for anyone, and `/metrics`. Details and metrics are for this machine, without a proxy, or for the key.
 */
export function addObservation(app: Hono<RouterEnv>, observed: Observed): void {
  const { guard, metrics, providers, circuitOf, surroundings } = observed
  const add = (route: string, reply: (c: RouterContext) => Response | Promise<Response>) =>
    app.all(route, (c) => {
      c.get('trace').route = route
      checkMethod(c, 'GET')
      return reply(c)
    })
  const running = () => (surroundings.isStopping() ? 'stopping' : 'ok')
  const replyOf = (status: string, detail: object = {}) => jsonReply({ status, ...detail }, status === 'ok' ? 200 : 503)
  function isTrusted(c: RouterContext): boolean {
    try {
      guard.checkOrigin(c.req.raw.headers, 'typed addresses')
      if (!isLocal(c)) guard.checkKey(c.req.raw.headers)
      return true
    } catch {
      return false
    }
  }

  add('/healthz', () => replyOf(running()))
  add('/healthz/ready', (c) => {
    const parts = surroundings.parts()
    const status = running() === 'ok' && Object.values(parts).includes('down') ? 'down' : running()
    if (!isTrusted(c)) return replyOf(status)
    const all = providers().map(({ id, models }) => ({ id, models: models.length, circuit: circuitOf(id) }))
    return replyOf(status, { ...parts, providers: all })
  })
  add('/metrics', async (c) => {
    guard.checkOrigin(c.req.raw.headers, 'typed addresses')
    if (!isLocal(c)) guard.checkKey(c.req.raw.headers)
    return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
  })
}
