import { expect, test } from 'vitest'
import type { ProviderRequest } from '../provider.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

const body = { model: 'test-model', input: 'hi', stream: true }
const key = { 'idempotency-key': 'a' }
const encode = (text: string) => new TextEncoder().encode(`data: ${text}\n\n`)

/** A provider whose stream is fed by hand, and how often it was asked. */
function fed() {
  const count = { calls: 0 }
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const provider = testProvider(async (_: ProviderRequest) => {
    count.calls += 1
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller
        controller.enqueue(encode('one'))
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'x-ratelimit-mark': 'kept' } })
  })
  return { count, provider, say: (text: string) => feed?.enqueue(encode(text)), close: () => feed?.close() }
}

async function until(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, text: string): Promise<void> {
  let told = ''
  while (reader && !told.includes(text)) told += new TextDecoder().decode((await reader.read()).value)
}

test('a reply is followed from its beginning and on while it comes, and asking for it starts nothing', async () => {
  const { count, provider, say, close } = fed()
  const { get, post } = testRouter({ providers: [provider] })
  await (await post(body, key)).body?.cancel()
  const reply = await get('/ops/a/reply')
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-ratelimit-mark')]).toEqual([
    200,
    'text/event-stream',
    'kept',
  ])
  const reader = reply.body?.getReader()
  await until(reader, 'one')
  say('two')
  await until(reader, 'two')
  close()
  expect((await reader?.read())?.done).toBe(true)
  expect(await (await get('/ops/a/reply')).text()).toBe('data: one\n\ndata: two\n\n')
  expect(count.calls).toBe(1)
})

test('what never came, came stopped, or asks without the key is refused and starts nothing', async () => {
  let calls = 0
  const provider = testProvider(async () => {
    calls += 1
    return testEvents(['one'])
  })
  const { get } = testRouter({ providers: [provider] })
  const codeOf = async (reply: Response) => [reply.status, (await reply.json()).error.code]
  expect(await codeOf(await get('/ops/a/reply'))).toEqual([404, 'op_not_found'])
  await get('/ops/a', { method: 'DELETE' })
  expect(await codeOf(await get('/ops/a/reply'))).toEqual([404, 'op_not_found'])
  expect(await codeOf(await get('/ops/a/reply', { method: 'POST' }))).toEqual([405, 'method_not_allowed'])
  expect(await codeOf(await get('/ops/a/reply', { headers: { authorization: 'Bearer wrong' } }))).toEqual([
    401,
    'invalid_api_key',
  ])
  expect(calls).toBe(0)
})
