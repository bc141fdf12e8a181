import { afterEach, expect, test } from 'vitest'
import type { ProviderRequest } from '../provider.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testRouter } from '../testing/test-router.ts'
import { jsonReply } from './http-replies.ts'

const secret = '/home/ada/.config sk-inner-1234567890 v1.2.3'

/** Everything that code can throw, and then some. */
const throwables: readonly (() => unknown)[] = [
  () => new Error(secret),
  () => new TypeError(secret, { cause: new Error(secret) }),
  () => new AggregateError([new Error(secret)], secret),
  () => Object.assign(new Error(secret), { status: 200, code: 'EACCES', path: secret }),
  () => new DOMException(secret, 'AbortError'),
  () => secret,
  () => undefined,
  () => null,
  () => 42,
  () => Symbol(secret),
  () => Object.create(null),
  () => ({ message: secret, toString: () => secret }),
  () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(secret)
        },
      },
    ),
]

const places: Record<string, (thrown: unknown) => (request: ProviderRequest) => Promise<Response>> = {
  'at once': (thrown) => () => {
    throw thrown
  },
  'as a rejection': (thrown) => () => Promise.reject(thrown),
  later: (thrown) => async () => {
    await new Promise((resolve) => setImmediate(resolve))
    throw thrown
  },
}

const cases = Object.entries(places).flatMap(([place, throwing]) =>
  throwables.map((make, index) => ({ place, throwing, make, index })),
)

test.each(cases)(
  'a provider that throws $place (kind $index) is a 500 that tells nothing',
  async ({ throwing, make }) => {
    const provider = testProvider(throwing(make()))
    const guarded = { ...provider, limits: { concurrent: 1, requestsPerMinute: 60 } }
    for (const [stream, one] of [false, true].flatMap((each) => [
      [each, provider] as const,
      [each, guarded] as const,
    ])) {
      const { post } = testRouter({ providers: [one] })
      const reply = await post({ model: 'test-model', input: 'hi', stream })
      const text = await reply.text()
      expect(reply.status).toBe(500)
      expect(text).not.toMatch(/home|sk-|\bat\b .*:\d+|v1\.2|AbortError|node_modules/)
      expect(JSON.parse(text).error).toMatchObject({ type: 'server_error', retry: 'ask', stage: 'sent' })
    }
  },
)

test.each(throwables.map((make, index) => ({ make, index })))(
  'a fault of the shared limits (kind $index) is a 500 that tells nothing',
  async ({ make }) => {
    const rates = { take: () => Promise.reject(make()) }
    const { post } = testRouter({ providers: [{ ...testProvider(), limits: { requestsPerMinute: 1 } }], rates })
    const reply = await post({ model: 'test-model', input: 'hi' })
    expect([reply.status, (await reply.json()).error.message]).toEqual([500, expect.stringMatching(/^Internal error/)])
  },
)

test.each([
  ['nothing', async () => undefined as unknown as Response],
  ['no response', async () => ({}) as Response],
  ['a network error', async () => Response.error()],
])('a provider that gives %s is a 500', async (_, answer) => {
  const { post } = testRouter({ providers: [testProvider(answer)] })
  expect((await post({ model: 'test-model', input: 'hi' })).status).toBe(500)
})

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function started(answer: (request: ProviderRequest) => Promise<Response>) {
  const router = await startTestRouter({ providers: [testProvider(answer)] })
  open.push(router)
  return router
}

/** Reads what comes until the end or the break. */
async function readAll(reply: Response): Promise<{ text: string; ended: 'whole' | 'cut' }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of reply.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, ended: 'whole' }
  } catch {
    return { text, ended: 'cut' }
  }
}

test.each([1, 2, 5, 40])(
  'a stream that breaks after %i events is cut there, with everything before and nothing else',
  async (count) => {
    const texts = Array.from({ length: count }, (_, index) => `event ${index}`)
    const router = await started(async () => testEvents(texts, 'break'))
    const reply = await router.post({ model: 'test-model', input: 'hi', stream: true }).catch(() => undefined)
    const { text, ended } = reply ? await readAll(reply) : { text: '', ended: 'cut' }
    expect(ended).toBe('cut')
    expect(text).toBe(await testEvents(texts).text())
  },
)

test.each(['break', 'end'] as const)(
  'a stream whose first event is a %s is a status, not an empty 200',
  async (after) => {
    const router = await started(async () => testEvents([], after))
    const reply = await router.post({ model: 'test-model', input: 'hi', stream: true })
    expect(reply.status).toBe(502)
    const { error } = await reply.json()
    expect(error).toMatchObject({ code: 'upstream_broke', retry: 'ask', stage: 'accepted' })
    expect(error.message).not.toContain('secret')
  },
)

test.each<[string, BodyInit | null, Record<string, string>]>([
  ['having no body', null, {}],
  ['its length', '', { 'content-length': '0' }],
])('an answer that says by %s that it is empty is passed on', async (_, body, length) => {
  const headers = { 'content-type': 'text/event-stream', ...length }
  const router = await started(async () => new Response(body, { headers }))
  const reply = await router.post({ model: 'test-model', input: 'hi', stream: true })
  expect([reply.status, await reply.text()]).toEqual([200, ''])
})

test('a JSON body that breaks is cut too', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"half":'))
      controller.error(new Error(secret))
    },
  })
  const router = await started(async () => new Response(broken, { headers: { 'content-type': 'application/json' } }))
  const reply = await router.post({ model: 'test-model', input: 'hi' }).catch(() => undefined)
  const { text, ended } = reply ? await readAll(reply) : { text: '', ended: 'cut' }
  expect(ended).toBe('cut')
  expect(text).not.toContain('home')
})

test('the router goes on after any of it', async () => {
  let turn = 0
  const router = await started(async () => {
    turn += 1
    if (turn === 4) return jsonReply({ well: true })
    if (turn === 3) return testEvents(['a'], 'break')
    throw turn === 1 ? new Error(secret) : secret
  })
  for (let round = 0; round < 3; round += 1) {
    await router.post({ model: 'test-model', input: 'hi' }).then(readAll, () => undefined)
  }
  expect(await (await router.post({ model: 'test-model', input: 'hi' })).json()).toEqual({ well: true })
})

test('what was thrown stands in the log, without secrets of known shape', async () => {
  const lines: string[] = []
  const { redacting } = await import('../runtime/log.ts')
  const { post } = testRouter({
    providers: [testProvider(() => Promise.reject(new Error(secret)))],
    log: redacting((line) => lines.push(line), []),
  })
  const reply = await post({ model: 'test-model', input: 'hi' })
  const id = reply.headers.get('x-request-id')
  expect(lines.find((line) => line.startsWith(`error ${id} Error: /home/ada/.config [secret]`))).toBeDefined()
})
