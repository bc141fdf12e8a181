import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import type { ProviderRequest } from '../provider.ts'
import { type OpPlace, opPlaces } from '../testing/op-stores.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testRouter } from '../testing/test-router.ts'

const body = { model: 'test-model', input: 'hi' }
const key = (id: string) => ({ 'idempotency-key': id })

/** Lets everything happen that waits for no time and no disk. */
async function settled() {
  for (let rounds = 0; rounds < 10; rounds += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A provider whose stream begins by itself and is then fed by hand, and how often it was asked. */
function fedProvider() {
  const fed = { calls: 0, signal: new AbortController().signal }
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const provider = testProvider(async ({ signal }: ProviderRequest) => {
    fed.calls += 1
    fed.signal = signal
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller
        controller.enqueue(new TextEncoder().encode('data: begun\n\n'))
      },
    })
    return new Response(stream, {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-ratelimit-mark': 'kept' },
    })
  })
  return {
    fed,
    provider,
    say: (text: string) => feed?.enqueue(new TextEncoder().encode(`data: ${text}\n\n`)),
    close: () => feed?.close(),
    fail: () => feed?.error(new Error('broke')),
  }
}

function counted(answer: () => Response | Promise<Response>) {
  const count = { calls: 0 }
  const provider = testProvider(async () => {
    count.calls += 1
    return answer()
  })
  return { count, provider }
}

describe.each(opPlaces)('%s', (_, open) => {
  let place: OpPlace
  beforeEach(async () => {
    place = await open()
  })
  afterEach(() => place.end())

  /** The router as a later process finds it. */
  const opened = async (provider = testProvider()) => testRouter({ providers: [provider], ops: await place.restart() })

  test('the same key with the same body is answered again from what is kept: status, headers and bytes', async () => {
    const { count, provider } = counted(() =>
      jsonReply({ error: { message: 'no credits' } }, 402, { 'x-ratelimit-mark': 'kept' }),
    )
    const { post } = await opened(provider)
    const first = await post(body, key('a'))
    const again = await post('{ "input":"h\\u0069", "model":"test-model" }', key('a'))
    expect([again.status, await again.text()]).toEqual([402, await first.text()])
    expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers))
    expect(again.headers.get('x-ratelimit-mark')).toBe('kept')
    expect(count.calls).toBe(1)
  })

  test('a stream comes back as the same bytes', async () => {
    const { count, provider } = counted(() => testEvents(['one', 'two', 'three']))
    const { post } = await opened(provider)
    const first = await (await post({ ...body, stream: true }, key('a'))).text()
    expect(first).toBe(await testEvents(['one', 'two', 'three']).text())
    expect(await (await post({ ...body, stream: true }, key('a'))).text()).toBe(first)
    expect(count.calls).toBe(1)
  })

  test('a second client attaches while the first is still being answered', async () => {
    const { fed, provider, say, close } = fedProvider()
    const { post } = await opened(provider)
    const first = await post(body, key('a'))
    say('one')
    await settled()
    const second = await post(body, key('a'))
    say('two')
    close()
    expect(await first.text()).toBe('data: begun\n\ndata: one\n\ndata: two\n\n')
    expect(await second.text()).toBe('data: begun\n\ndata: one\n\ndata: two\n\n')
    expect(fed.calls).toBe(1)
  })

  test('of many at the same moment one reaches the provider', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const { post } = await opened(provider)
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body, key('a'))))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(count.calls).toBe(1)
  })

  test('another body under the same key is a 422', async () => {
    const { post } = await opened()
    await post(body, key('a'))
    const reply = await post({ ...body, input: 'ho' }, key('a'))
    expect([reply.status, (await reply.json()).error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('a refused request leaves no trace, so that its key is free', async () => {
    const { get, post } = await opened()
    expect((await post({ ...body, temperature: 'hot' }, key('a'))).status).toBe(400)
    expect((await get('/ops/a')).status).toBe(404)
    expect((await post(body, key('a'))).status).toBe(200)
  })

  test('a failure that says not_sent is kept until its key is used again, which sends the request', async () => {
    const deeds = [
      () => Promise.reject(new RouterError(502, 'provider_unreachable', 'refused', { stage: 'not_sent' })),
      () => Promise.reject(new RouterError(502, 'provider_lost', 'reset', { stage: 'sent' })),
    ]
    const { count, provider } = counted(() => deeds[count.calls - 1]?.() ?? jsonReply({}))
    const { get, post } = await opened(provider)
    const codeOf = async (reply: Response) => (await reply.json()).error.code
    expect(await codeOf(await post(body, key('a')))).toBe('provider_unreachable')
    await place.kept()
    expect((await (await get('/ops/a')).json()).reply.body).toContain('provider_unreachable')
    const later = await opened(provider)
    const repeats = await Promise.all([
      later.post({ ...body, input: 'ho' }, key('a')),
      later.post({ ...body, input: 'ho' }, key('a')),
    ])
    expect(await Promise.all(repeats.map(codeOf))).toEqual(['provider_lost', 'provider_lost'])
    await place.kept()
    const last = await opened(provider)
    expect(await codeOf(await last.post({ ...body, input: 'ho' }, key('a')))).toBe('provider_lost')
    expect(count.calls).toBe(2)
  })

  test('a request with a key is read to its end although its client goes', async () => {
    const { fed, provider, say, close } = fedProvider()
    const router = await startTestRouter({ providers: [provider], ops: await place.restart() })
    const leaving = new AbortController()
    const reply = await router.post(body, key('a'), { signal: leaving.signal })
    say('one')
    await reply.body?.getReader().read()
    leaving.abort()
    await settled()
    say('two')
    close()
    const again = await router.post(body, key('a'))
    expect(await again.text()).toBe('data: begun\n\ndata: one\n\ndata: two\n\n')
    expect([fed.signal.aborted, fed.calls]).toEqual([false, 1])
    await router.close()
  })

  test('a reply that broke off breaks off again, and says so', async () => {
    const { provider, say, fail } = fedProvider()
    const { get, post } = await opened(provider)
    const first = await post(body, key('a'))
    say('one')
    await settled()
    fail()
    await expect(first.text()).rejects.toThrow()
    await expect((await post(body, key('a'))).text()).rejects.toThrow()
    expect((await (await get('/ops/a')).json()).reply).toMatchObject({
      ended: 'cut',
      body: 'data: begun\n\ndata: one\n\n',
    })
  })

  test('GET /ops tells running, done with the reply, and never heard of', async () => {
    const { provider, say, close } = fedProvider()
    const { get, post } = await opened(provider)
    expect((await get('/ops/a')).status).toBe(404)
    const reply = await post(body, key('a'))
    expect(await (await get('/ops/a')).json()).toEqual({ id: 'a', status: 'running' })
    say('one')
    close()
    await reply.text()
    const done = await (await get('/ops/a')).json()
    expect(done).toMatchObject({
      id: 'a',
      status: 'done',
      reply: {
        status: 200,
        ended: 'whole',
        encoding: 'utf8',
        body: 'data: begun\n\ndata: one\n\n',
        headers: { 'content-type': 'text/event-stream' },
      },
    })
  })

  test('bytes come back as base64', async () => {
    const { provider } = counted(
      () => new Response(Uint8Array.of(0, 255, 128), { headers: { 'content-type': 'audio/wav' } }),
    )
    const { get, post } = await opened(provider)
    await (await post(body, key('a'))).arrayBuffer()
    expect((await (await get('/ops/a')).json()).reply).toMatchObject({ encoding: 'base64', body: 'AP+A' })
  })

  test('an id with any visible character is found again', async () => {
    const id = '../../etc/passwd?#%2f"<>'
    const { get, post } = await opened()
    await (await post(body, key(id))).text()
    expect(await (await get(`/ops/${encodeURIComponent(id)}`)).json()).toMatchObject({ id, status: 'done' })
  })

  test('DELETE ends the provider’s work at once, and the id is spent', async () => {
    const { fed, provider, say } = fedProvider()
    const { get, post } = await opened(provider)
    const reply = await post(body, key('a'))
    say('one')
    await settled()
    expect((await get('/ops/a', { method: 'DELETE' })).status).toBe(204)
    expect(fed.signal.aborted).toBe(true)
    await expect(reply.text()).rejects.toThrow()
    const later = await post(body, key('a'))
    expect([later.status, (await later.json()).error.code]).toEqual([409, 'stopped'])
    expect((await (await get('/ops/a')).json()).reply).toMatchObject({
      ended: 'stopped',
      body: 'data: begun\n\ndata: one\n\n',
    })
  })

  test('DELETE before the provider has answered is a 409 to who waits', async () => {
    const { count, provider } = counted(() => new Promise(() => {}))
    const { get, post } = await opened(provider)
    const waiting = post(body, key('a'))
    await vi.waitFor(() => expect(count.calls).toBe(1))
    await get('/ops/a', { method: 'DELETE' })
    expect((await (await waiting).json()).error).toMatchObject({ code: 'stopped', stage: 'sent', retry: 'ask' })
  })

  test('DELETE before the first event is a 409 to who waits, and the provider is told', async () => {
    let told = false
    const silent = new ReadableStream<Uint8Array>({
      cancel: () => {
        told = true
      },
    })
    const events = { headers: { 'content-type': 'text/event-stream' } }
    const { count, provider } = counted(() => new Response(silent, events))
    const { get, post } = await opened(provider)
    const waiting = post({ ...body, stream: true }, key('a'))
    await vi.waitFor(() => expect(count.calls).toBe(1))
    await settled()
    await get('/ops/a', { method: 'DELETE' })
    expect((await (await waiting).json()).error).toMatchObject({ code: 'stopped', stage: 'sent', retry: 'ask' })
    expect(told).toBe(true)
  })

  test('a request that arrives after its DELETE is a 409, and nothing was sent', async () => {
    const { count, provider } = counted(() => jsonReply({ ok: true }))
    const { get, post } = await opened(provider)
    await get('/ops/a', { method: 'DELETE' })
    expect((await get('/ops/a')).status).toBe(404)
    expect((await post(body, key('a'))).status).toBe(409)
    expect(count.calls).toBe(0)
  })

  test('after a restart the stored reply is still the answer', async () => {
    const { count, provider } = counted(() => testEvents(['one', 'two']))
    const first = await (await (await opened(provider)).post(body, key('a'))).text()
    await place.kept()
    const again = await (await opened(provider)).post(body, key('a'))
    expect(await again.text()).toBe(first)
    expect(again.headers.get('content-type')).toBe('text/event-stream')
    expect(count.calls).toBe(1)
  })

  test('after a crash in mid run the outcome is unknown, what came is kept, and nothing is sent again', async () => {
    const { fed, provider, say } = fedProvider()
    await (await opened(provider)).post(body, key('a'))
    say('one')
    await place.kept()
    const { get, post } = await opened(provider)
    expect(await (await get('/ops/a')).json()).toMatchObject({
      status: 'unknown',
      reply: { ended: 'cut', body: 'data: begun\n\ndata: one\n\n' },
    })
    const reply = await post(body, key('a'))
    expect([reply.status, (await reply.json()).error]).toMatchObject([
      409,
      { code: 'outcome_unknown', retry: 'ask', stage: 'sent' },
    ])
    expect(fed.calls).toBe(1)
  })

  test('after a crash a request that had not been sent is as if it had never come, and one that had is unknown', async () => {
    let calls = 0
    const provider = {
      ...testProvider(async ({ body: { input }, sending }) => {
        calls += 1
        if (input === 'sent') await sending?.()
        return calls < 3 ? new Promise(() => {}) : jsonReply({ ok: true })
      }),
      limits: {},
    }
    const first = await opened(provider)
    for (const input of ['sent', 'unsent']) void first.post({ ...body, input }, key(input))
    await vi.waitFor(() => expect(calls).toBe(2))
    await place.kept()
    const { get, post } = await opened(provider)
    expect(await (await get('/ops/sent')).json()).toEqual({ id: 'sent', status: 'unknown' })
    expect((await get('/ops/unsent')).status).toBe(404)
    expect((await post({ ...body, input: 'sent' }, key('sent'))).status).toBe(409)
    expect((await post({ ...body, input: 'unsent' }, key('unsent'))).status).toBe(200)
    expect(calls).toBe(3)
  })

  test('after a restart a stop still holds', async () => {
    await (await opened()).get('/ops/a', { method: 'DELETE' })
    expect((await (await opened()).post(body, key('a'))).status).toBe(409)
  })
})
