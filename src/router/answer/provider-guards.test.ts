import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import type { Provider, ProviderLimits, ProviderRequest } from '../provider.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

// The library reads the time from `Date`.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const clock = { now: () => Date.now(), after: () => () => {} }

/** A router with one remote provider that does what `deed` says at the time, and perhaps a second one. */
function remote(limits: ProviderLimits = {}, others: readonly Provider[] = []) {
  const upstream = { calls: 0, deed: async (_: ProviderRequest): Promise<Response> => jsonReply({}) }
  const answer = (request: ProviderRequest) => {
    upstream.calls += 1
    return upstream.deed(request)
  }
  const first = { ...testProvider(answer, { id: 'acme', models: ['test-model', 'other-model'] }), limits }
  const { post } = testRouter({ providers: [first, ...others], clock })
  async function ask(body: object = {}) {
    const reply = await post({ model: 'test-model', input: 'hi', ...body })
    const { error = {} }: { error?: Record<string, unknown> } = await reply.json()
    const { code, stage } = error
    return { status: reply.status, code, stage, after: reply.headers.get('retry-after') }
  }
  async function times(count: number, deed: () => Promise<Response>) {
    upstream.deed = deed
    for (let round = 0; round < count; round += 1) await ask()
  }
  return { upstream, post, ask, times }
}

const broken = () => Promise.reject(new RouterError(502, 'provider_lost', 'lost', { stage: 'sent' }))
const well = async () => jsonReply({})
const resting = { status: 503, code: 'provider_resting', stage: 'not_sent', after: '10' }

test('after 10 failures in a row a provider rests for 10 s, then one request tries it', async () => {
  const { upstream, ask, times } = remote()
  await times(10, broken)
  expect(await ask()).toEqual(resting)
  pass(9_500)
  expect(await ask()).toEqual({ ...resting, after: '1' })
  pass(500)
  let answer = (_: Response) => {}
  upstream.deed = () => new Promise((resolve) => (answer = resolve))
  const trying = ask()
  await expect.poll(() => upstream.calls).toBe(11)
  expect(await ask()).toMatchObject({ status: 503, code: 'provider_resting' })
  answer(jsonReply({}))
  expect((await trying).status).toBe(200)
  await times(3, well)
  expect(upstream.calls).toBe(14)
})

test('a trial that fails rests the provider again', async () => {
  const { upstream, ask, times } = remote()
  await times(10, broken)
  pass(10_000)
  expect((await ask()).code).toBe('provider_lost')
  expect(await ask()).toEqual(resting)
  expect(upstream.calls).toBe(11)
})

test('a provider that fails half of the time rests too', async () => {
  const { upstream, times } = remote()
  for (let round = 0; round < 30; round += 1) await times(1, round % 2 === 0 ? broken : well)
  expect(upstream.calls).toBeLessThan(30)
})

test.each<[string, () => Promise<Response>, 'rests' | 'goes on']>([
  ['500', async () => jsonReply({}, 500), 'rests'],
  ['a time-out', () => Promise.reject(new RouterError(504, 'provider_timeout', 'silent', { stage: 'sent' })), 'rests'],
  ['429 without a time', async () => jsonReply({}, 429), 'rests'],
  ['400', async () => jsonReply({}, 400), 'goes on'],
  ['404', () => Promise.reject(new RouterError(404, null, 'no model')), 'goes on'],
  ['a rejected key', () => Promise.reject(new RouterError(502, 'provider_key_rejected', 'key')), 'goes on'],
  ['a full disk of ours', () => Promise.reject(new RouterError(503, 'journal_failed', 'full')), 'goes on'],
])('a provider that gives 15 times %s (%#)', async (_, deed, what) => {
  const { upstream, times } = remote()
  await times(15, deed)
  expect(upstream.calls).toBe(what === 'rests' ? 10 : 15)
})

test('while a provider rests the next one is asked at once', async () => {
  const { ask, times, post } = remote({}, [testProvider(well, { id: 'second' })])
  await times(10, () => Promise.reject(new RouterError(502, 'provider_unreachable', 'gone')))
  expect((await ask()).status).toBe(200)
  const reply = await post({ model: 'test-model', input: 'hi' })
  expect(reply.headers.get('x-router-attempts')).toBe(
    'acme;status=503;code=provider_resting;ms=0, second;status=200;ms=0',
  )
})

test.each([
  ['12', 12],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
  ['86400', 900],
])('a 429 with retry-after %s is obeyed for %i s, for its model alone', async (after, seconds) => {
  vi.setSystemTime(Date.UTC(2026, 0, 1))
  const { upstream, ask, times } = remote()
  await times(1, async () => jsonReply({}, 429, { 'retry-after': after }))
  upstream.deed = well
  expect(await ask()).toEqual({ status: 429, code: 'provider_waiting', stage: 'not_sent', after: String(seconds) })
  expect((await ask({ model: 'other-model' })).status).toBe(200)
  expect(upstream.calls).toBe(2)
  pass(seconds * 1_000)
  expect((await ask()).status).toBe(200)
})

test('requests beyond those of a minute are refused with the time until the next', async () => {
  const { upstream, ask, times } = remote({ requestsPerMinute: 3 })
  await times(3, well)
  expect(await ask()).toMatchObject({ status: 429, code: 'provider_rate_limited', stage: 'not_sent', after: '60' })
  expect(upstream.calls).toBe(3)
})

test('requests beyond those at once are refused until a reply is over', async () => {
  const { upstream, ask, post } = remote({ concurrent: 2 })
  upstream.deed = async ({ body }) => (body.input === 'wait' ? testEvents(['one'], 'hang') : jsonReply({}))
  const streams = await Promise.all([1, 2].map(() => post({ model: 'test-model', input: 'wait', stream: true })))
  expect(await ask()).toMatchObject({ status: 429, code: 'provider_busy', stage: 'not_sent', after: '2' })
  await streams[0]?.body?.cancel()
  expect((await ask()).status).toBe(200)
  upstream.deed = broken
  await ask()
  upstream.deed = well
  expect((await ask()).status).toBe(200)
})
