import { expect, test } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import { attemptsText, type Trace } from '../http/trace.ts'
import type { Provider } from '../provider.ts'
import { testClock } from '../testing/test-clock.ts'
import { testProvider } from '../testing/test-provider.ts'
import { attempt, type Call } from './attempt.ts'

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
  'refuses the request itself': {
    answer: () => Promise.reject(new RouterError(400, null, 'bad', { stage: 'not_sent' })),
    next: false,
  },
  throws: { answer: () => Promise.reject(new Error('bug')), next: false },
}

async function run(
  providers: readonly Provider[],
  { signal = new AbortController().signal, fallbackOnUnknown = false } = {},
) {
  const trace: Trace = { requestId: 'req_1', route: '', attempts: [] }
  const request = {
    endpoint: 'responses',
    model: 'test-model',
    body: {},
    params: {},
    requestId: 'req_1',
    signal,
  } as const
  const options = { providers, fallbackOnUnknown, trace, clock: testClock().clock }
  const call: Call = (provider, asked) => provider.answer(asked)
  const reply = await attempt(request, { call, ...options }).catch((thrown: unknown) => thrown)
  return { reply, trace }
}

const first = (deed: string) => testProvider(deeds[deed]?.answer, { id: 'first' })
const second = testProvider(async () => jsonReply({ second: true }), { id: 'second' })
const askedOf = (trace: Trace) => trace.attempts.map(({ provider }) => provider)

test.each(Object.entries(deeds))('when the first provider %s', async (deed, { next }) => {
  const { trace } = await run([first(deed), second])
  expect(askedOf(trace)).toEqual(next ? ['first', 'second'] : ['first'])
})

test.each([
  ['sends an HTML 503', true],
  ['says 500', true],
  ['breaks after sending', true],
  ['throws', true],
  ['says 400', false],
  ['says 402', false],
])('where falling back is on also for what may have been taken, a first provider that %s: %s', async (deed, next) => {
  const { trace } = await run([first(deed), second], { fallbackOnUnknown: true })
  expect(askedOf(trace)).toEqual(next ? ['first', 'second'] : ['first'])
})

const failing = (status: number, headers = {}) =>
  testProvider(async () => jsonReply({ error: 'no' }, status, headers), { id: `p${status}` })
const unreachable = testProvider(deeds['cannot be reached']?.answer, { id: 'gone' })
const retryAfter = { 'retry-after': '7' }

test.each([
  ['the first of equals', [failing(401), failing(403), unreachable], 401],
  ['the one that says when to ask again', [failing(401), failing(429, retryAfter), unreachable], 429],
  ['the one about the request itself', [failing(429, retryAfter), failing(400)], 400],
  ['the one that may have been billed', [failing(429, retryAfter), first('breaks after sending')], 502],
])('when all fail, %s is the reply', async (_, providers, status) => {
  expect((await run(providers)).reply).toMatchObject({ status })
})

test('a failure that may have been billed is the reply whatever a later provider says', async () => {
  const { reply, trace } = await run([first('says 500'), failing(400)], { fallbackOnUnknown: true })
  expect([trace.attempts.length, reply]).toMatchObject([2, { status: 500 }])
})

test('the header lists every attempt with its status, or the code of its error', async () => {
  const coded = new RouterError(503, 'provider_resting', 'resting')
  const { trace } = await run([
    testProvider(() => Promise.reject(coded), { id: 'a b' }),
    unreachable,
    failing(429),
    second,
    failing(401),
  ])
  expect(attemptsText(trace.attempts)).toBe(
    '"a b";status=503;code=provider_resting;ms=0, gone;status=502;ms=0, p429;status=429;ms=0, second;status=200;ms=0',
  )
  expect(attemptsText([{ provider: 'first' }])).toBe('first')
})

test('a request stopped before its turn reaches no provider', async () => {
  let calls = 0
  const provider = testProvider(async () => {
    calls += 1
    return jsonReply({})
  })
  const { reply } = await run([provider], { signal: AbortSignal.abort() })
  expect(reply).toMatchObject({ status: 409, code: 'stopped' })
  expect(calls).toBe(0)
})

test('a provider that ignores the stop holds nobody up', async () => {
  const stop = new AbortController()
  const provider = testProvider(() => {
    queueMicrotask(() => stop.abort())
    return new Promise(() => {})
  })
  const { reply } = await run([provider], { signal: stop.signal })
  expect(reply).toMatchObject({ status: 409, facts: { stage: 'sent', retry: 'ask' } })
})

test('a request stopped while a provider refuses it is not sent to the next', async () => {
  const stop = new AbortController()
  const refusing = testProvider(async () => {
    stop.abort()
    throw new RouterError(502, null, 'refused', { stage: 'not_sent' })
  })
  const { trace } = await run([refusing, second], { signal: stop.signal, fallbackOnUnknown: true })
  expect(askedOf(trace)).toEqual(['test'])
})
