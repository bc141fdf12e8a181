import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'
import { ownHosts } from './own-hosts.ts'
import { RouterError } from './router-error.ts'

const listed = 'https://app.example'
const own = ownHosts('127.0.0.1', 8787)
const guard = createGuard({ own, allowedOrigins: [listed], key: 'LOCAL' })
const closed = createGuard({ own, allowedOrigins: [], key: 'LOCAL' })

function statusOf(check: () => void): number {
  try {
    check()
  } catch (thrown) {
    if (thrown instanceof RouterError) return thrown.status
    throw thrown
  }
  return 200
}

test.each([
  ['127.0.0.1:8787', 200],
  ['LocalHost:8787', 200],
  ['[::1]:8787', 200],
  ['evil.test:8787', 421],
  ['127.0.0.1', 421],
  ['0.0.0.0:8787', 421],
  ['', 421],
])('host %s gives %i', (host, status) => {
  expect(statusOf(() => guard.checkHost(new Headers({ host })))).toBe(status)
})

test.each([
  [{}, 200],
  [{ origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://127.0.0.1:9999' }, 403],
  [{ origin: 'https://127.0.0.1:8787' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: '' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: listed, 'sec-fetch-site': 'cross-site' }, 200],
  [{ origin: listed, 'sec-fetch-site': 'same-site' }, 200],
  [{ origin: `${listed}.evil.test` }, 403],
])('origin headers %j give %i', (headers, status) => {
  expect(statusOf(() => guard.checkOrigin(new Headers(headers)))).toBe(status)
})

test('a listed origin is a foreign one for a router without a list', () => {
  expect(statusOf(() => closed.checkOrigin(new Headers({ origin: listed })))).toBe(403)
})

test.each([
  ['Bearer LOCAL', 200],
  ['bearer LOCAL', 200],
  ['Bearer LOCAL2', 401],
  ['Bearer local', 401],
  ['Bearer  ', 401],
  ['Bearer LOCAL LOCAL', 401],
  ['Basic TE9DQUw=', 401],
  ['LOCAL', 401],
])('authorization "%s" gives %i', (authorization, status) => {
  expect(statusOf(() => guard.checkKey(new Headers({ authorization })))).toBe(status)
})

test('a missing key is a 401', () => {
  expect(statusOf(() => guard.checkKey(new Headers({ 'x-api-key': 'LOCAL' })))).toBe(401)
})

test('only a listed origin is granted anything, by its exact name', () => {
  expect(guard.grants(new Headers({ origin: listed }))).toEqual({
    'access-control-allow-origin': listed,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Range, If-Range',
    'access-control-expose-headers':
      'x-router, x-router-model, x-router-provider, x-router-attempts, x-request-id, retry-after, etag, content-range, content-disposition',
    vary: 'Origin',
  })
  expect(guard.grants(new Headers({ origin: 'http://evil.test' }))).toEqual({ vary: 'Origin' })
  expect(closed.grants(new Headers({ origin: listed }))).toEqual({})
})
