import { expect, test } from 'vitest'
import { RouterError } from '../http/router-error.ts'
import { testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

async function health(router: ReturnType<typeof testRouter>, path: string, headers = {}) {
  const reply = await router.get(path, { headers })
  return { http: reply.status, ...(await reply.json()) }
}

test('a router that runs is healthy and ready, and one that stops is neither', async () => {
  let isStopping = false
  const router = testRouter({ surroundings: { isStopping: () => isStopping, parts: () => ({ results: 'kept' }) } })
  expect(await health(router, '/healthz')).toEqual({ http: 200, status: 'ok' })
  expect(await health(router, '/healthz/ready')).toMatchObject({ http: 200, status: 'ok', results: 'kept' })
  isStopping = true
  expect(await health(router, '/healthz')).toEqual({ http: 503, status: 'stopping' })
  expect(await health(router, '/healthz/ready')).toMatchObject({ http: 503, status: 'stopping' })
})

test('a part that is down makes the router not ready, though it runs', async () => {
  const router = testRouter({ surroundings: { isStopping: () => false, parts: () => ({ redis: 'down' }) } })
  expect(await health(router, '/healthz')).toEqual({ http: 200, status: 'ok' })
  expect(await health(router, '/healthz/ready')).toMatchObject({ http: 503, status: 'down', redis: 'down' })
})

test('the providers and their circuits are told to those who have the key', async () => {
  const failing = testProvider(() => Promise.reject(new RouterError(502, 'provider_lost', 'lost', { stage: 'sent' })))
  const router = testRouter({ providers: [{ ...failing, limits: {} }, testProvider(undefined, { id: 'plain' })] })
  for (let round = 0; round < 10; round += 1) await router.post({ model: 'test-model', input: 'hi' })
  expect(await health(router, '/healthz/ready')).toEqual({
    http: 200,
    status: 'ok',
    providers: [
      { id: 'test', models: 1, circuit: 'open' },
      { id: 'plain', models: 1 },
    ],
  })
  expect(await health(router, '/healthz/ready', { authorization: '' })).toEqual({ http: 200, status: 'ok' })
})
