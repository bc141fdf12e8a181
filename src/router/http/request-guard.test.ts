import { expect, test } from 'vitest'
import { createGuard, isLoopback, ownHosts } from './request-guard.ts'
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

function messageOf(check: () => void): string {
  try {
    check()
  } catch (thrown) {
    if (thrown instanceof RouterError) return thrown.message
  }
  return ''
}

test.each([
  ['evil.test', '"evil.test", but this router only serves 127.0.0.1:8787, localhost:8787, [::1]:8787. Behind a proxy'],
  [
    '127.0.0.1',
    '"127.0.0.1", but this router only serves 127.0.0.1:8787, localhost:8787, [::1]:8787. The port is missing: nginx',
  ],
  ['LocalHost', '. The port is missing: nginx drops it with "proxy_set_header Host $host"; use $http_host to keep it.'],
  ['', 'This request has no Host, but this router only serves 127.0.0.1:8787'],
  ['a"<b>\u00ff', 'the host "a?<b>?", but'],
  ['x'.repeat(9000), `the host "${'x'.repeat(100)}…", but`],
])('the refusal of host "%.20s" names it and those that are known', (host, expected) => {
  expect(messageOf(() => guard.checkHost(new Headers({ host })))).toContain(expected)
})

test('a foreign name in the target is the one that is named', () => {
  const check = () => guard.checkHost(new Headers({ host: '127.0.0.1:8787' }), 'evil.test')
  expect(messageOf(check)).toContain('the host "evil.test", but')
})

test('the public name is named first, and not every address of the machine', () => {
  const hosts = new Set([...ownHosts('10.0.0.1', 1, 'https://patchbay.example').hosts, '10.0.0.2:1'])
  const open = createGuard({ own: { hosts, origins: new Set() }, allowedOrigins: [], key: 'k' })
  expect(messageOf(() => open.checkHost(new Headers({ host: 'a' })))).toContain(
    'only serves patchbay.example, 127.0.0.1:1, localhost:1, [::1]:1, …. Behind',
  )
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
      'x-router, x-router-model, x-router-provider, x-router-attempts, x-router-omitted-tools, x-request-id, retry-after, etag, content-range, content-disposition',
    vary: 'Origin',
  })
  expect(guard.grants(new Headers({ origin: 'http://evil.test' }))).toEqual({ vary: 'Origin' })
  expect(closed.grants(new Headers({ origin: listed }))).toEqual({})
})

test('on loopback the three names of this machine count, with the exact port', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 8787)
  expect([...hosts].sort()).toEqual(['127.0.0.1:8787', '[::1]:8787', 'localhost:8787'])
  expect([...origins].sort()).toEqual(['http://127.0.0.1:8787', 'http://[::1]:8787', 'http://localhost:8787'])
})

test('port 80 may be left out, as browsers do', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 80)
  expect(hosts).toContain('127.0.0.1')
  expect(hosts).toContain('127.0.0.1:80')
  expect(origins).toContain('http://localhost')
})

test('the public address adds its host and origin', () => {
  const { hosts, origins } = ownHosts('127.0.0.1', 8787, 'https://patchbay.example/')
  expect(hosts).toContain('patchbay.example')
  expect(origins).toContain('https://patchbay.example')
})

test('listening everywhere adds addresses, never names', () => {
  const { hosts } = ownHosts('0.0.0.0', 8787)
  expect(hosts).not.toContain('0.0.0.0:8787')
  for (const host of hosts) expect(host).toMatch(/^(localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):8787$/)
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['127.0.0.1.evil.test', false],
  ['0.0.0.0', false],
  ['192.168.1.5', false],
  ['', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
