import { expect, test, vi } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import { testClock } from '../testing/test-clock.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'
import { firstEvent } from './reply-as-events.ts'

function waiting() {
  const { clock, pass } = testClock()
  let settle: { resolve: (reply: Response) => void; reject: (thrown: unknown) => void } | undefined
  const pending = new Promise<Response>((resolve, reject) => {
    settle = { resolve, reject }
  })
  pending.catch(() => undefined)
  const trace = { requestId: 'req_1', route: '/v1/responses', attempts: [] }
  const body = { model: 'test-model', input: 'hi', temperature: 0.5 }
  const reply = firstEvent(pending, { limitMs: 10_000, clock, trace, body })
  return { reply, pass, settle }
}

const eventsOf = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']): Record<string, unknown> => JSON.parse(data))

test('a status within 10 s is passed on as it is', async () => {
  const { reply, pass, settle } = waiting()
  await pass(9_999)
  settle?.resolve(jsonReply({ error: { message: 'no credits' } }, 402))
  expect((await reply).status).toBe(402)
})

test('after 10 s the answer begins as a stream, and the events follow', async () => {
  const { reply, pass, settle } = waiting()
  await pass(10_000)
  const { status, headers, body } = await reply
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  settle?.resolve(testEvents(['one', 'two']))
  expect(await new Response(body).text()).toBe(await testEvents(['one', 'two']).text())
})

test('a late refusal is told by an error event and a terminal one', async () => {
  const { reply, pass, settle } = waiting()
  await pass(10_000)
  settle?.reject(new RouterError(402, 'no_credits', 'No credits left.', { type: 'billing' }))
  const [error, failed] = eventsOf(await (await reply).text())
  expect(error).toMatchObject({ type: 'error', sequence_number: 0, code: 'no_credits', message: 'No credits left.' })
  expect(failed).toMatchObject({
    type: 'response.failed',
    sequence_number: 1,
    response: { status: 'failed', temperature: 0.5, error: { code: 'no_credits', message: 'No credits left.' } },
  })
  expect(Object.keys(Object(failed?.response))).toHaveLength(31)
})

test('a late failure of ours tells nothing', async () => {
  const { reply, pass, settle } = waiting()
  await pass(10_000)
  settle?.reject(new Error('inner trouble'))
  const text = await (await reply).text()
  expect(text).not.toContain('inner trouble')
  expect(eventsOf(text)).toMatchObject([{ type: 'error', code: 'internal_error' }, { type: 'response.failed' }])
})

test.each([
  [jsonReply({ error: { message: 'Slow down.', code: 'rate_limited' } }, 429), 'rate_limited', 'Slow down.'],
  [new Response('<html>', { status: 502 }), 'http_502', 'The provider answered with status 502.'],
])('a late error reply becomes events (%#)', async (late, code, message) => {
  const { reply, pass, settle } = waiting()
  await pass(10_000)
  settle?.resolve(late)
  expect(eventsOf(await (await reply).text())).toMatchObject([
    { type: 'error', code, message },
    { type: 'response.failed' },
  ])
})

test('a late answer in JSON is not lost', async () => {
  const { reply, pass, settle } = waiting()
  await pass(10_000)
  settle?.resolve(jsonReply({ object: 'response', status: 'completed' }))
  expect(eventsOf(await (await reply).text())).toEqual([
    { type: 'response.completed', sequence_number: 0, response: { object: 'response', status: 'completed' } },
  ])
})

/** A router whose provider has sent its status and then takes its time with the first event. */
async function askSilent() {
  const { clock, pass } = testClock()
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => {
      feed = controller
    },
  })
  const events = { headers: { 'content-type': 'text/event-stream' } }
  const answer = vi.fn(async () => new Response(silent, events))
  const { post } = testRouter({ clock, providers: [testProvider(answer)] })
  const reply = post({ model: 'test-model', input: 'hi', stream: true })
  await vi.waitFor(() => expect(answer).toHaveBeenCalled())
  await pass(0)
  return { reply, pass, feed }
}

test('a status without a first event is no answer yet: a break within 10 s is a status', async () => {
  const { reply, pass, feed } = await askSilent()
  await pass(9_999)
  feed?.error(new Error('inner trouble'))
  expect((await reply).status).toBe(502)
})

test('after 10 s without a first event the answer begins, and a break is told by events', async () => {
  const { reply, pass, feed } = await askSilent()
  await pass(10_000)
  const { status, body } = await reply
  expect(status).toBe(200)
  feed?.error(new Error('inner trouble'))
  expect(eventsOf(await new Response(body).text())).toMatchObject([
    { type: 'error', code: 'upstream_broke', stage: 'accepted' },
    { type: 'response.failed' },
  ])
})
