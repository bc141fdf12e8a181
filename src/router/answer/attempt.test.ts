import { expect, test } from 'vitest'
import { RouterError } from '../http/errors.ts'
import { jsonReply } from '../http/replies.ts'
import type { Provider } from '../provider.ts'
import { testProvider } from '../testing/test-provider.ts'
import { attempt } from './attempt.ts'

/** What a provider does, and whether the next one may be asked after it. */
const deeds: Record<string, { answer: () => Promise<Response>; next: boolean }> = {
  answers: { answer: async () => jsonReply({ ok: true }), next: false },
  'refuses with 401': { answer: async () => jsonReply({ error: 'key' }, 401), next: true },
  'refuses with 429': { answer: async () => jsonReply({ error: 'slow' }, 429), next: true },
  'refuses with a JSON 503': { answer: async () => jsonReply({ error: 'full' }, 503), next: true },
  'sends an HTML 503': { answer: async () => new Response('<html>', { status: 503 }), next: false },
  'says 400': { answer: async () => jsonReply({ error: 'bad' }, 400), next: false },
  'says 402': { answer: async () => jsonReply({ error: 'credits' }, 402), next: false },
  'says 500': { answer: async () => jsonReply({ error: 'oops' }, 500), next: false },
  'cannot be reached': {
    answer: () => Promise.reject(new RouterError(502, null, 'refused', { type: 'provider_error', stage: 'not_sent' })),
    next: true,
  },
  'breaks after sending': {
    answer: () => Promise.reject(new RouterError(502, null, 'reset', { type: 'provider_error', stage: 'sent' })),
    next: false,
  },
  throws: { answer: () => Promise.reject(new Error('bug')), next: false },
}

async function run(providers: readonly Provider[], signal = new AbortController().signal) {
  const trace = { requestId: 'req_1', route: '', attempts: 0 }
  const request = {
    endpoint: 'responses',
    model: 'test-model',
    body: {},
    params: {},
    requestId: 'req_1',
    signal,
  } as const
  const reply = await attempt(providers, request, trace).catch((thrown: unknown) => thrown)
  return { reply, trace }
}

test.each(Object.entries(deeds))('when the first provider %s', async (_, { answer, next }) => {
  const providers = [
    testProvider(answer, { id: 'first' }),
    testProvider(async () => jsonReply({ second: true }), { id: 'second' }),
  ]
  const { trace } = await run(providers)
  expect(trace).toMatchObject(next ? { provider: 'second', attempts: 2 } : { provider: 'first', attempts: 1 })
})

test('when all refuse, the last refusal is the answer', async () => {
  const refusing = (status: number) => testProvider(async () => jsonReply({ error: status }, status))
  const { reply } = await run([refusing(401), refusing(429)])
  expect(reply).toMatchObject({ status: 429 })
})

test('a request stopped before its turn reaches no provider', async () => {
  let calls = 0
  const provider = testProvider(async () => {
    calls += 1
    return jsonReply({})
  })
  const { reply } = await run([provider], AbortSignal.abort())
  expect(reply).toMatchObject({ status: 409, code: 'stopped' })
  expect(calls).toBe(0)
})

test('a provider that ignores the stop holds nobody up', async () => {
  const stop = new AbortController()
  const provider = testProvider(() => {
    queueMicrotask(() => stop.abort())
    return new Promise(() => {})
  })
  const { reply } = await run([provider], stop.signal)
  expect(reply).toMatchObject({ status: 409, facts: { stage: 'sent', retry: 'ask' } })
})
