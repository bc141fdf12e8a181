import { expect, test } from 'vitest'
import { testRouter } from './testing/test-router.ts'

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

test("an upstream's own CORS headers go no further", async () => {
  const { testProvider } = await import('./testing/test-provider.ts')
  const headers = {
    'access-control-allow-origin': '*',
    'set-cookie': 'a=b',
    'x-request-id': 'theirs',
    'retry-after': '3',
  }
  const provider = testProvider(async () => new Response('{}', { status: 429, headers }))
  const reply = await testRouter({ providers: [provider] }).post({ model: 'test-model', input: 'hi' })
  expect(allowed(reply)).toBeNull()
  expect(reply.headers.get('set-cookie')).toBeNull()
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
  expect(reply.headers.get('retry-after')).toBe('3')
})
