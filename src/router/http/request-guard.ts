import { createHash, timingSafeEqual } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Hono } from 'hono'
import { RouterError } from './router-error.ts'
import type { RouterContext, RouterEnv } from './trace.ts'

/** The names under which browsers and clients may reach this router; a request for any other name is refused. */
export interface OwnHosts {
  /** Values of the `Host` header, in lower case; the public one first. */
  readonly hosts: ReadonlySet<string>
  /** Values of the `Origin` header that our own pages send. */
  readonly origins: ReadonlySet<string>
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

const unspecified = new Set(['0.0.0.0', '::'])

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address.replace(/%.*$/, '')))

/**
 * The names for a listening address. DNS rebinding works with names, not with addresses: a router that listens on all addresses answers to
 * every address of this machine, but to no name except `localhost` and that of `publicUrl`.
 */
export function ownHosts(host: string, port: number, publicUrl?: string): OwnHosts {
  const names = ['127.0.0.1', 'localhost', '::1', ...(unspecified.has(host) ? ownAddresses() : [host])].map(bracketed)
  const local = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]))
  const shown = publicUrl === undefined ? [] : [new URL(publicUrl)]
  const hosts = new Set([...shown.map((url) => url.host), ...local.map((name) => name.toLowerCase())])
  const origins = new Set([...shown, ...local.map((name) => new URL(`http://${name}`))].map(({ origin }) => origin))
  return { hosts, origins }
}

/** The checks of a request's head. Each throws its refusal. */
export interface Guard {
  /** A `Host`, or an absolute-form target, that is not ours: 421. It is DNS rebinding, or a proxy that changed the header. */
  checkHost(headers: Headers, target?: string): void
  /** The origin that a checked `Host` belongs to, as the client writes it. */
  originOf(headers: Headers): string
  /** A request caused by a page of another site: 403. `Sec-Fetch-Site: none`, a typed address, passes only where that is allowed. */
  checkOrigin(headers: Headers, allowing?: 'typed addresses'): void
  /** The bearer key, read from `Authorization` and nowhere else: 401. */
  checkKey(headers: Headers): void
  /** The CORS headers for a listed origin; none for any other. */
  grants(headers: Headers): Record<string, string>
}

interface GuardOptions {
  readonly own: OwnHosts
  readonly allowedOrigins: readonly string[]
  readonly key: string
}

const granted = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Range, If-Range',
  'access-control-expose-headers':
    'x-router, x-router-model, x-router-provider, x-router-attempts, x-router-omitted-tools, x-request-id, retry-after, etag, content-range, content-disposition',
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const forbidden = (message: string) => new RouterError(403, 'foreign_origin', message)

const mostHostsNamed = 4

/** A client's text, cut to 100 characters, without control characters and quotes. */
const quoted = (text: string) =>
  `"${text.slice(0, 100).replace(/[^\x21-\x7e]|"/g, '?')}${text.length > 100 ? '…' : ''}"`

/** Names the received and the accepted hosts, because usually a proxy has changed the header. */
function unknownHost(name: string, own: OwnHosts): RouterError {
  const expected = [...own.hosts]
  const named = expected.slice(0, mostHostsNamed).join(', ') + (expected.length > mostHostsNamed ? ', …' : '')
  const lacksPort = expected.some((host) => host.startsWith(`${name.toLowerCase()}:`))
  const hint = lacksPort
    ? 'The port is missing: nginx drops it with "proxy_set_header Host $host"; use $http_host to keep it.'
    : 'Behind a proxy or tunnel, set PUBLIC_URL to the address that people use.'
  const what = name === '' ? 'This request has no Host' : `This request is for the host ${quoted(name)}`
  const message = `${what}, but this router only serves ${named}. ${hint}`
  return new RouterError(421, 'unknown_host', message)
}

/** The same refusal for a missing and for a wrong key. */
const unauthorized = () =>
  new RouterError(401, 'invalid_api_key', 'This router requires its key: Authorization: Bearer <key>.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

export function createGuard({ own, allowedOrigins, key }: GuardOptions): Guard {
  const listed = new Set(allowedOrigins)
  const expected = digest(key)
  return {
    checkHost(headers, target) {
      const host = headers.get('host') ?? ''
      const foreign = [host, target ?? host].find((name) => !own.hosts.has(name.toLowerCase()))
      if (foreign !== undefined) throw unknownHost(foreign, own)
    },
    originOf(headers) {
      const host = headers.get('host')?.toLowerCase() ?? ''
      return [...own.origins].find((origin) => new URL(origin).host === host) ?? `http://${host}`
    },
    checkOrigin(headers, allowing) {
      const origin = headers.get('origin')
      if (origin !== null && listed.has(origin)) return
      if (origin !== null && !own.origins.has(origin)) {
        throw forbidden('This origin is not allowed. Add it to ALLOWED_ORIGINS to let it call the router.')
      }
      // Another port of this machine is `same-site`, and a page under a rebound name sends no such header at all.
      const site = headers.get('sec-fetch-site')
      if (site === 'none' && allowing === 'typed addresses') return
      if (site !== null && site !== 'same-origin') throw forbidden('Requests from other sites are refused.')
    },
    checkKey(headers) {
      const given = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
      // `timingSafeEqual` needs equal lengths, which digests have.
      if (given === undefined || !timingSafeEqual(digest(given), expected)) throw unauthorized()
    },
    grants(headers) {
      if (listed.size === 0) return {}
      const origin = headers.get('origin')
      if (origin === null || !listed.has(origin)) return { vary: 'Origin' }
      return { 'access-control-allow-origin': origin, ...granted, vary: 'Origin' }
    },
  }
}

/** Refuses every method but those of the route; `HEAD` goes with `GET`. */
export function checkMethod(c: RouterContext, ...methods: readonly string[]): void {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  if (allowed.includes(c.req.method)) return
  const allow = allowed.join(', ')
  const message = `This path accepts ${allow} only.`
  throw new RouterError(405, 'method_not_allowed', message, { headers: { allow } })
}

interface RouteOptions {
  /** The methods of the route; GET by default. */
  readonly methods?: readonly string[]
  /** Checks the origin and the key; without it the route is open to anyone who reaches the router. */
  readonly guard?: Guard
}

/** Adds a route, whose path has parameters as `:id`. Checks in this order: origin, method, key. */
export function addRoute(
  app: Hono<RouterEnv>,
  path: string,
  { methods = ['GET'], guard }: RouteOptions,
  answer: (c: RouterContext) => Response | Promise<Response>,
): void {
  app.all(path, (c) => {
    c.get('trace').route = path.replace(/:(\w+)/g, '{$1}')
    guard?.checkOrigin(c.req.raw.headers)
    checkMethod(c, ...methods)
    guard?.checkKey(c.req.raw.headers)
    return answer(c)
  })
}
