import { expect, test } from 'vitest'
import { testKey, testRouter } from '../testing/test-router.ts'

const ourPage = { 'sec-fetch-site': 'same-origin' }
const from = (remoteAddress: string) => ({ incoming: { url: '/playground.json', socket: { remoteAddress } } })

async function ask(headers: Record<string, string>, peer: string, handsOutKey = true, init: RequestInit = {}) {
  const allowedOrigins = ['https://app.example']
  const { get } = testRouter({ handsOutKey, keepsResults: true, allowedOrigins })
  return get('/playground.json', { ...init, headers }, from(peer))
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('our page on this machine (%s) is handed the key', async (peer) => {
  const reply = await ask(ourPage, peer)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.json()).toEqual({
    baseUrl: 'http://127.0.0.1:8787/v1',
    key: testKey,
    keepsResults: true,
  })
})

test.each<[string, Record<string, string>, string, boolean?]>([
  ['another machine', ourPage, '192.168.1.7'],
  ['a request without Sec-Fetch-Site', {}, '127.0.0.1'],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }, '127.0.0.1'],
  ['another site', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
  ['a typed address', { 'sec-fetch-site': 'none' }, '127.0.0.1'],
  ['a listed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, '127.0.0.1'],
  ['a foreign Origin beside same-origin', { ...ourPage, origin: 'http://evil.test' }, '127.0.0.1'],
  ['an opaque Origin beside same-origin', { ...ourPage, origin: 'null' }, '127.0.0.1'],
  ['Forwarded', { ...ourPage, forwarded: 'for=1.2.3.4' }, '127.0.0.1'],
  ['X-Forwarded-For', { ...ourPage, 'x-forwarded-for': '1.2.3.4' }, '127.0.0.1'],
  ['X-Forwarded-Proto', { ...ourPage, 'x-forwarded-proto': 'https' }, '127.0.0.1'],
  ['Via', { ...ourPage, via: '1.1 proxy' }, '127.0.0.1'],
  ['a router that is public or off loopback', ourPage, '127.0.0.1', false],
])('%s gets a 404 without the key', async (_, headers, peer, handsOutKey) => {
  const reply = await ask(headers, peer, handsOutKey)
  expect(reply.status).toBe(404)
  expect(await reply.text()).not.toContain(testKey)
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
})

test('a foreign host name gets a 421, another method a 405', async () => {
  expect((await ask({ ...ourPage, host: 'evil.test:8787' }, '127.0.0.1')).status).toBe(421)
  expect((await ask(ourPage, '127.0.0.1', true, { method: 'POST' })).status).toBe(405)
})

test('the meter is for this machine only', async () => {
  const { get } = testRouter({ meter: () => ({ accepted: 3 }) })
  const env = (peer: string) => ({ incoming: { url: '/sandbox/meter', socket: { remoteAddress: peer } } })
  expect(await (await get('/sandbox/meter', {}, env('127.0.0.1'))).json()).toEqual({ accepted: 3 })
  const typed = { headers: { 'sec-fetch-site': 'none' } }
  expect((await get('/sandbox/meter', typed, env('127.0.0.1'))).status).toBe(200)
  expect((await get('/sandbox/meter', { ...typed, method: 'POST' }, env('127.0.0.1'))).status).toBe(405)
  expect((await get('/sandbox/meter', { headers: { 'sec-fetch-site': 'cross-site' } }, env('127.0.0.1'))).status).toBe(
    403,
  )
  expect((await get('/v1/models', typed)).status).toBe(403)
  expect((await get('/sandbox/meter', {}, env('10.0.0.2'))).status).toBe(404)
  expect((await get('/sandbox/meter', { headers: { via: '1.1 a' } }, env('127.0.0.1'))).status).toBe(404)
})
