import { expect, test } from 'vitest'
import { testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

const origin = 'https://app.example'
const foreign = { origin, 'sec-fetch-site': 'cross-site' }
const { get, post } = testRouter({ allowedOrigins: [origin] })
const allowed = (reply: Response) => reply.headers.get('access-control-allow-origin')

test('a listed origin may call and read, errors too', async () => {
  for (const reply of [
    await get('/v1/models', { headers: foreign }),
    await get('/v1/nothing', { headers: foreign }),
    await get('/v1/models', { headers: { ...foreign, authorization: 'Bearer wrong' } }),
    await get('/ops/unheard-of', { headers: foreign }),
    await post({ model: 'test-model', input: 'hi' }, foreign),
  ]) {
    expect(allowed(reply)).toBe(origin)
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(reply.headers.get('vary')).toBe('Origin')
  }
})

test('its preflight needs no key and is granted what the app needs', async () => {
  const reply = await get('/v1/responses', { method: 'OPTIONS', headers: { ...foreign, authorization: '' } })
  expect(reply.status).toBe(204)
  expect(allowed(reply)).toBe(origin)
  expect(reply.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE')
})

test('no other origin is granted anything', async () => {
  for (const other of ['https://evil.test', 'null', `${origin}.evil.test`, 'http://app.example']) {
    const preflight = await get('/v1/responses', { method: 'OPTIONS', headers: { origin: other } })
    const call = await post({ model: 'test-model', input: 'hi' }, { origin: other })
    expect([preflight.status, allowed(preflight), call.status, allowed(call)]).toEqual([204, null, 403, null])
  }
})

test('with an empty list nobody is', async () => {
  const closed = testRouter()
  expect((await closed.post({ model: 'test-model', input: 'hi' }, foreign)).status).toBe(403)
  const preflight = await closed.get('/v1/responses', { method: 'OPTIONS', headers: foreign })
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test("an upstream's headers go no further, but for those that describe its answer", async () => {
  const headers = {
    'access-control-allow-origin': '*',
    'set-cookie': 'a=b',
    'content-security-policy': 'default-src *',
    'cache-control': 'public',
    'clear-site-data': '"*"',
    'x-request-id': 'theirs',
    'x-router': 'other',
    'content-type': 'application/json',
    'retry-after': '3',
  }
  const provider = testProvider(async () => new Response('{}', { status: 429, headers }))
  const reply = await testRouter({ providers: [provider] }).post({ model: 'test-model', input: 'hi' })
  expect(Object.fromEntries(reply.headers)).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'retry-after': '3',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^req_/),
    'x-router-attempts': expect.stringMatching(/^test;status=429;ms=\d+$/),
    'x-router-model': 'test-model',
    'x-router-provider': 'test',
  })
})
