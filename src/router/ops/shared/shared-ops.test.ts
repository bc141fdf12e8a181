import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { jsonReply } from '../../http/http-replies.ts'
import type { Provider } from '../../provider.ts'
import { openSharedOps } from '../../testing/op-stores.ts'
import { hasRedis, startRedis } from '../../testing/redis-server.ts'
import { testEvents, testProvider } from '../../testing/test-provider.ts'
import { testRouter } from '../../testing/test-router.ts'

const rounds = process.env.SOAK ? 200 : 5
const body = { model: 'test-model', input: 'hi' }
const key = { 'idempotency-key': 'a' }
const refusedIn = async (reply: Response) => [reply.status, (await reply.json()).error]

/** A provider whose stream begins by itself and is then fed by hand, and how often it was asked. */
function fed() {
  const provider = { calls: 0, signal: AbortSignal.abort() }
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const answer = testProvider(async ({ signal }) => {
    Object.assign(provider, { calls: provider.calls + 1, signal })
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        feed = controller
        say('one ')
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  })
  const say = (text: string) => feed?.enqueue(new TextEncoder().encode(text))
  return { fed: provider, provider: answer, say, close: () => feed?.close() }
}

function counted(answer: () => Response) {
  const count = { calls: 0 }
  const provider = testProvider(async () => {
    count.calls += 1
    return answer()
  })
  return { count, provider }
}

describe.skipIf(!hasRedis)('two replicas', () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.end())

  const opened: Awaited<ReturnType<typeof openSharedOps>>[] = []
  afterEach(async () => {
    await opened[0]?.redis.client.flushAll()
    for (const replica of opened.splice(0)) replica.close()
  })

  async function replicas(provider: Provider, limits: Parameters<typeof openSharedOps>[1] = {}) {
    const open = async () => {
      const replica = await openSharedOps(server.url, limits)
      opened.push(replica)
      return testRouter({ providers: [provider], ops: replica.ops })
    }
    return [await open(), await open()] as const
  }

  async function until(replica: ReturnType<typeof testRouter>, state: object): Promise<void> {
    await vi.waitFor(async () => expect(await (await replica.get('/ops/a')).json()).toMatchObject(state), 5_000)
  }

  test('that get the same request at the same moment send it once, and both answer', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const [one, other] = await replicas(provider)
    for (let round = 0; round < rounds; round += 1) {
      const named = { 'idempotency-key': `race-${round}` }
      const replies = await Promise.all([one, other, one, other].map(({ post }) => post(body, named)))
      expect(await Promise.all(replies.map((reply) => reply.json()))).toEqual(Array(4).fill({ ok: true }))
      expect(count.calls).toBe(round + 1)
    }
  })

  test('follow a reply that the other one records, and have it when that one has ended', async () => {
    const { fed: asked, provider, say, close } = fed()
    const [one, other] = await replicas(provider)
    const first = await one.post(body, key)
    await until(other, { id: 'a', status: 'running' })
    const attached = await other.post(body, key)
    expect([attached.status, attached.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = attached.body?.getReader()
    expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('one ')
    say('two')
    expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('two')
    close()
    expect((await reader?.read())?.done).toBe(true)
    expect(await first.text()).toBe('one two')
    for (const replica of [one, other])
      await until(replica, { status: 'done', kept: true, reply: { ended: 'whole', body: 'one two' } })
    expect(await (await other.get('/ops/a/reply')).text()).toBe('one two')
    expect(asked.calls).toBe(1)
    const reused = await other.post({ ...body, input: 'ho' }, key)
    expect(await refusedIn(reused)).toMatchObject([422, { code: 'idempotency_key_reused' }])
  })

  test.each([
    ['JSON with its length', () => jsonReply({ text: 'x'.repeat(400_000) })],
    ['bytes', () => new Response(randomBytes(400_000))],
    ['events', () => testEvents(Array(50).fill('x'.repeat(8_000)))],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('know a whole reply before its client does, also while Redis restarts: %s', async (_, answer) => {
    const [one, other] = await replicas(counted(answer).provider)
    for (let round = 0; round < 3; round += 1) {
      const named = { 'idempotency-key': `whole-${round}` }
      const reply = await one.post(body, named)
      const restarted = round === 1 ? server.kill().then(server.start) : undefined
      const length = Number(reply.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
      let size = 0
      const reader = reply.body?.getReader()
      for (let piece = await reader?.read(); piece?.value && size + piece.value.length < length; ) {
        size += piece.value.length
        piece = await reader?.read()
      }
      await restarted
      await vi.waitFor(async () => {
        const told = await other.get(`/ops/whole-${round}`)
        // Its connection may come back later than the other's.
        expect(told.status).toBe(200)
        expect((await told.json()).status).not.toBe('running')
      })
    }
  })

  test('that lose one which had sent nothing say so to those who waited, and send it when asked again', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const stuck = { ...testProvider(() => new Promise(() => {})), limits: {} }
    const dying = await openSharedOps(server.url)
    void testRouter({ providers: [stuck], ops: dying.ops }).post(body, key)
    const [, other] = await replicas(provider)
    await until(other, { status: 'running' })
    const waiting = other.post(body, key)
    await pause(50)
    dying.close()
    expect(await refusedIn(await waiting)).toMatchObject([503, { stage: 'not_sent', retry: 'safe' }])
    expect((await other.get('/ops/a')).status).toBe(404)
    expect(await (await other.post(body, key)).json()).toEqual({ ok: true })
    expect(count.calls).toBe(1)
  })

  test('send once what one took over from the other, which only seemed dead', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const [, other] = await replicas(provider)
    const slow = await openSharedOps(server.url)
    opened.push(slow)
    let goOn = () => {}
    const stuck = {
      ...testProvider(async ({ sending }) => {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        await sending?.()
        return provider.answer({ ...Object(undefined) })
      }),
      limits: {},
    }
    const one = testRouter({ providers: [stuck], ops: slow.ops })
    const late = one.post(body, key)
    await until(other, { status: 'running' })
    for (const name of (await slow.redis.client.keys('patchbay:replica:*')) ?? []) await slow.redis.client.del(name)
    expect(await (await other.post(body, key)).json()).toEqual({ ok: true })
    goOn()
    expect(await refusedIn(await late)).toMatchObject([503, { stage: 'not_sent' }])
    await vi.waitFor(async () => expect(await (await one.post(body, key)).json()).toEqual({ ok: true }))
    expect(count.calls).toBe(1)
  })

  test('stop what the other one runs', async () => {
    const { fed: asked, provider } = fed()
    const [one, other] = await replicas(provider)
    const reply = await one.post(body, key)
    expect((await other.get('/ops/a', { method: 'DELETE' })).status).toBe(204)
    await vi.waitFor(() => expect(asked.signal.aborted).toBe(true), 5_000)
    await expect(reply.text()).rejects.toThrow()
    for (const { post } of [one, other])
      expect(await refusedIn(await post(body, key))).toMatchObject([409, { code: 'stopped' }])
    await until(other, { status: 'done', reply: { ended: 'stopped', body: 'one ' } })
  })

  test('pass on a large reply byte for byte', async () => {
    const bytes = randomBytes(5_000_000)
    const [one, other] = await replicas(counted(() => new Response(bytes)).provider)
    await (await one.post(body, key)).arrayBuffer()
    await until(other, { status: 'done', kept: true })
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
    expect(hash(new Uint8Array(await (await other.get('/ops/a/reply')).arrayBuffer()))).toBe(hash(bytes))
  })

  test('keep no reply that is too large, which costs its client nothing', async () => {
    const { count, provider } = counted(() => new Response('x'.repeat(3_000)))
    const [one, other] = await replicas(provider, { one: 2_000 })
    expect(await (await one.post(body, key)).text()).toHaveLength(3_000)
    await until(other, { status: 'done', kept: false })
    // As long as its replica lives, it answers.
    expect(await (await one.post(body, key)).text()).toHaveLength(3_000)
    expect(await refusedIn(await other.post(body, key))).toMatchObject([409, { code: 'reply_not_kept' }])
    expect(count.calls).toBe(1)
  })

  test('drop the oldest replies when all are too large, and do not forget that they were paid for', async () => {
    const { count, provider } = counted(() => new Response('x'.repeat(1_000)))
    const [one, other] = await replicas(provider, { total: 2_500 })
    for (const id of ['a', 'b', 'c']) {
      await (await one.post(body, { 'idempotency-key': id })).text()
      await vi.waitFor(async () => expect(await (await other.get(`/ops/${id}`)).json()).toMatchObject({ kept: true }))
    }
    await until(other, { status: 'done', kept: false })
    expect(await refusedIn(await other.post(body, key))).toMatchObject([409, { code: 'reply_not_kept' }])
    expect((await other.post(body, { 'idempotency-key': 'b' })).status).toBe(200)
    expect(count.calls).toBe(3)
  })

  test('leave nothing in Redis that does not expire but sums', async () => {
    const [one, other] = await replicas(counted(() => jsonReply({ ok: true })).provider)
    await (await one.post(body, key)).text()
    await other.get('/ops/b', { method: 'DELETE' })
    await until(other, { status: 'done' })
    const client = opened[0]?.redis.client
    const lasting: string[] = []
    for (const name of (await client?.keys('*')) ?? []) if ((await client?.pTTL(name)) === -1) lasting.push(name)
    expect(lasting.sort()).toEqual(['patchbay:kept', 'patchbay:sizes', 'patchbay:tapes'])
  })

  test('send nothing that has a key while there is no Redis, and go on with it', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const [one] = await replicas(provider)
    await server.kill()
    const refused = {
      code: 'journal_failed',
      stage: 'not_sent',
      retry: 'safe',
      message: expect.stringContaining('REDIS_URL'),
    }
    expect(await refusedIn(await one.post(body, key))).toMatchObject([503, refused])
    expect((await one.get('/ops/a', { method: 'DELETE' })).status).toBe(503)
    expect(count.calls).toBe(0)
    expect((await one.post(body)).status).toBe(200)
    await server.start()
    await vi.waitFor(async () => expect((await one.post(body, key)).status).toBe(200), 5_000)
    expect(count.calls).toBe(2)
  })

  test('keep a whole reply over a restart of Redis, which its client does not notice', async () => {
    const { fed: asked, provider, say, close } = fed()
    const [one, other] = await replicas(provider, { leaseMs: 5_000 })
    const reply = await one.post(body, key)
    const attached = await other.post(body, key)
    await server.kill()
    say('two ')
    await pause(100)
    await server.start()
    say('three')
    close()
    expect([await reply.text(), await attached.text()]).toEqual(Array(2).fill('one two three'))
    await until(other, { status: 'done', kept: true, reply: { ended: 'whole', body: 'one two three' } })
    expect(asked.calls).toBe(1)
  })

  test('free the key of a request that was not sent since the note that it is was not answered, though it was taken', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    let goOn = () => {}
    const slow = {
      ...testProvider(async (request) => {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        await request.sending?.()
        return provider.answer(request)
      }),
      limits: {},
    }
    const [one, other] = await replicas(slow, { answerMs: 200 })
    const first = one.post(body, key)
    await until(other, { status: 'running' })
    server.signal('SIGSTOP')
    goOn()
    expect(await refusedIn(await first)).toMatchObject([503, { code: 'journal_failed', stage: 'not_sent' }])
    server.signal('SIGCONT')
    const again = await vi.waitFor(async () => {
      const asked = one.post(body, key)
      const timer = setInterval(() => goOn(), 10)
      const reply = await asked.finally(() => clearInterval(timer))
      expect(reply.status).toBe(200)
      return reply
    }, 5_000)
    expect(await again.json()).toEqual({ ok: true })
    expect(await (await other.post(body, key)).json()).toEqual({ ok: true })
    expect(count.calls).toBe(1)
  })

  test('free the key of a request that was not sent since Redis did not answer', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const [one, other] = await replicas(provider, { answerMs: 200 })
    server.signal('SIGSTOP')
    const waiting = opened[0]?.ops.begin('a', 'digest', () => Promise.reject(new Error('must not run')))
    await expect(waiting).rejects.toMatchObject({ status: 503, code: 'journal_failed' })
    server.signal('SIGCONT')
    await vi.waitFor(async () => expect((await other.get('/ops/a')).status).toBe(404), 5_000)
    expect((await one.post(body, key)).status).toBe(200)
    expect(count.calls).toBe(1)
  })
})
