import { createHash, timingSafeEqual } from 'node:crypto'
import { RouterError } from './errors.ts'
import type { OwnHosts } from './own-hosts.ts'

/** Keeps other sites out. Every check throws the refusal. */
export interface Guard {
  /** A foreign name for this router, in `Host` or in an absolute target, means DNS rebinding or a proxy's client: 421. */
  checkHost(headers: Headers, target?: string): void
  /** A request that a page of another site caused: 403. An address that a person typed is no page's doing, but answered only where asked for. */
  checkOrigin(headers: Headers, allowing?: 'typed addresses'): void
  /** The bearer key, taken from `Authorization` and nowhere else: 401. */
  checkKey(headers: Headers): void
  /** The CORS headers that a listed origin is granted; nothing for any other. */
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
    'x-router, x-router-model, x-router-provider, x-router-attempts, x-request-id, retry-after, etag, content-range, content-disposition',
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const forbidden = (message: string) =>
  new RouterError(403, { type: 'permission_error', code: 'foreign_origin', message })

const mostHostsNamed = 4

/** A client's text, short and visible. */
const shown = (text: string) => `"${text.slice(0, 100).replace(/[^\x21-\x7e]|"/g, '?')}${text.length > 100 ? '…' : ''}"`

/** Says which name came and which are known: most often a proxy in between has changed it. */
function unknownHost(name: string, own: OwnHosts): RouterError {
  const expected = [...own.hosts]
  const named = expected.slice(0, mostHostsNamed).join(', ') + (expected.length > mostHostsNamed ? ', …' : '')
  const lacksPort = expected.some((host) => host.startsWith(`${name.toLowerCase()}:`))
  const hint = lacksPort
    ? 'The port is missing: nginx drops it with "proxy_set_header Host $host", and keeps it with $http_host.'
    : 'Behind a proxy or tunnel, set PUBLIC_URL to the address that people use.'
  const what = name === '' ? 'This request has no Host' : `This request is for the host ${shown(name)}`
  const message = `${what}, and this router answers to ${named}. ${hint}`
  return new RouterError(421, { type: 'invalid_request_error', code: 'unknown_host', message })
}

/** One refusal for a missing and for a wrong key: neither tells more than the other. */
const unauthorized = () =>
  new RouterError(401, {
    type: 'authentication_error',
    code: 'invalid_api_key',
    message: 'This router needs its key: Authorization: Bearer <key>.',
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
    checkOrigin(headers, allowing) {
      const origin = headers.get('origin')
      if (origin !== null && listed.has(origin)) return
      if (origin !== null && !own.origins.has(origin)) {
        throw forbidden('This origin is not allowed. ALLOWED_ORIGINS names the sites that may call the router.')
      }
      // Another port of the same machine is `same-site`, and a page under a rebound name sends no such header at all.
      const site = headers.get('sec-fetch-site')
      if (site === 'none' && allowing === 'typed addresses') return
      if (site !== null && site !== 'same-origin') throw forbidden('Requests caused by another site are not answered.')
    },
    checkKey(headers) {
      const given = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
      // Digests have one length, which is what the constant-time comparison needs.
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
