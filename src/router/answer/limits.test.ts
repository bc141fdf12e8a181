import { expect, test } from 'vitest'
import type { ProviderRequest } from '../provider.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testRouter } from '../testing/test-router.ts'
import { createAdmission } from './limits.ts'

const key = (id: string) => ({ 'idempotency-key': id })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Says two things; the prompt says how it goes on. */
const provider = testProvider(async ({ body }: ProviderRequest) => {
  if (body.input === 'fail') throw new Error('broke')
  return testEvents(['one', 'two'], body.input === 'end' || body.input === 'break' ? body.input : 'hang')
})
const asked = (input: string) => ({ model: 'test-model', input, stream: true })
const full = (most: number) => testRouter({ providers: [provider], admission: createAdmission(most) })

test('more than the router can carry is refused before it is sent, with the time after which to try again', async () => {
  const { post, get } = full(2)
  await post(asked('hang'))
  await post(asked('hang'), key('a'))
  for (const headers of [{}, key('b')]) {
    const reply = await post(asked('hang'), headers)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await reply.json()).error).toMatchObject({ code: 'router_busy', stage: 'not_sent', retry: 'safe' })
  }
  // The key of a refused request is free.
  expect((await get('/ops/b')).status).toBe(404)
})

test('everything else is answered while the router is full, and who asked before is answered again', async () => {
  const { post, get } = full(1)
  await post(asked('hang'), key('a'))
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/ops/a')).status).toBe(200)
  expect((await post(asked('hang'), key('a'))).status).toBe(200)
  expect((await get('/ops/a', { method: 'DELETE' })).status).toBe(204)
  await settled()
  expect((await post(asked('end'))).status).toBe(200)
})

test.each(['end', 'break', 'fail'])(
  'a reply that comes to its %s frees its place, with a key and without',
  async (input) => {
    const { post } = full(1)
    for (const headers of [{}, key('a'), key('b'), {}]) {
      const reply = await post(asked(input), headers)
      expect(reply.status).toBe(input === 'fail' ? 500 : 200)
      await reply.text().catch(() => '')
    }
  },
)

test('a client that leaves frees its place', async () => {
  const router = await startTestRouter({ providers: [provider], admission: createAdmission(1) })
  for (let round = 0; round < 3; round += 1) {
    // The end of the socket before takes a moment to arrive.
    await expect
      .poll(async () => {
        const leaving = new AbortController()
        const reply = await router.post(asked('hang'), {}, { signal: leaving.signal })
        await reply.body?.getReader().read()
        leaving.abort()
        return reply.status
      })
      .toBe(200)
  }
  await router.close()
})

test('a request that is refused for itself takes no place', async () => {
  const { post } = full(1)
  for (let round = 0; round < 3; round += 1) {
    expect((await post({ model: 'nobody', input: 'hi' })).status).toBe(404)
    expect((await post({ ...asked('end'), temperature: 'hot' })).status).toBe(400)
  }
  expect((await post(asked('end'))).status).toBe(200)
})
