import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { ResponseObject } from '#contract/responses/response-object.ts'
import { seed } from '../../../testing/seed.ts'
import { chatAnswer, dataOf, delta, eventsOf, only, piece, responseOf, sse } from '../../testing/chat-bodies.ts'
import { sharedData } from '../../testing/shared-data.ts'
import { collectResponse, responseEvents, responsesReply } from './responses-reply.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const usage = { prompt_tokens: 3, completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 1 }, cost: 0.1 }
const typesOf = (events: readonly JsonRecord[]) => events.map(({ type }) => String(type).replace('response.', ''))

const whole = [
  { choices: [], created: 0, id: '' },
  delta({ role: 'assistant', content: '' }),
  delta({ reasoning_content: 'Hm' }),
  delta({ content: 'Oslo ' }),
  delta({ content: 'is <think>' }),
  piece(0, 'a', 'f', ''),
  piece(1, 'b', 'g', '{"x'),
  piece(0, '', '', '{}'),
  piece(1, null, null, '":1}'),
  delta({}, 'tool_calls'),
  { choices: [], usage },
]

test('a stream becomes the events of a response in their order', async () => {
  const events = await eventsOf(only(sse(...whole)))
  expect(typesOf(events)).toEqual([
    ...['created', 'in_progress', 'output_item.added', 'content_part.added', 'reasoning_text.delta'],
    ...['reasoning_text.done', 'content_part.done', 'output_item.done'],
    ...['output_item.added', 'content_part.added', 'output_text.delta', 'output_text.delta'],
    ...['output_text.done', 'content_part.done', 'output_item.done', 'output_item.added', 'output_item.added'],
    ...['function_call_arguments.delta', 'function_call_arguments.delta', 'function_call_arguments.delta'],
    ...[
      'function_call_arguments.done',
      'output_item.done',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ],
  ])
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
  expect(await responseOf(sse(...whole))).toMatchObject({
    ...{ id: 'resp_ab', model: 'llama', created_at: 5, completed_at: 5, status: 'completed', store: true },
    output: [
      { id: 'rs_ab0', type: 'reasoning', status: 'completed', content: [{ type: 'reasoning_text', text: 'Hm' }] },
      {
        id: 'msg_ab1',
        type: 'message',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Oslo is <think>' }],
      },
      { id: 'fc_ab2', type: 'function_call', call_id: 'a', name: 'f', arguments: '{}', status: 'completed' },
      { id: 'fc_ab3', type: 'function_call', call_id: 'b', name: 'g', arguments: '{"x":1}' },
    ],
    usage: {
      input_tokens: 3,
      output_tokens: 4,
      total_tokens: 7,
      output_tokens_details: { reasoning_tokens: 1 },
      cost: 0.1,
    },
  })
})

test('the official client reads the stream, and comes to the same response', async () => {
  const fetch = () =>
    responsesReply(new Response(sse(...whole)), { ...chatAnswer, request: { model: 'llama', stream: true } })
  const client = new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:1/v1', fetch, maxRetries: 0 })
  const stream = client.responses.stream({ model: 'llama', input: 'Hi' })
  let text = ''
  for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta
  const final = await stream.finalResponse()
  expect(text).toBe('Oslo is <think>')
  expect(final.output).toMatchObject([
    { type: 'reasoning' },
    { content: [{ text }] },
    { call_id: 'a' },
    { call_id: 'b' },
  ])
})

test.each<[what: string, frame: string]>([
  ['nested', dataOf([{ error: { message: 'Busy THE-KEY-OF-OURS', code: 'busy' } }])],
  [
    'beside choices',
    dataOf([
      {
        error: { message: 'Busy THE-KEY-OF-OURS', code: 'busy' },
        choices: [{ delta: { content: '' }, finish_reason: 'error' }],
      },
    ]),
  ],
  ['inside a choice', dataOf([{ choices: [{ error: { message: 'Busy THE-KEY-OF-OURS', code: 'busy' } }] }])],
  ['flat', dataOf([{ object: 'error', message: 'Busy THE-KEY-OF-OURS', code: 'busy' }])],
  ['flat, with a type', dataOf([{ type: 'error', message: 'Busy THE-KEY-OF-OURS', code: 'busy' }])],
  ['by its event name', `event: error\n${dataOf([{ message: 'Busy THE-KEY-OF-OURS', code: 'busy' }])}`],
])('an error in mid-stream fails the response: %s', async (_, frame) => {
  const events = await eventsOf(only(dataOf([delta({ content: 'So' }), piece(0, 'a', 'f', '{')]), frame, sse()))
  expect(events.slice(-2)).toMatchObject([
    { type: 'error', code: 'busy', message: 'local: Busy [key]', param: null },
    {
      type: 'response.failed',
      response: {
        status: 'failed',
        error: { code: 'busy', message: 'local: Busy [key]' },
        output: [{ type: 'message' }, { type: 'function_call', status: 'incomplete', arguments: '{' }],
      },
    },
  ])
})

test('a call without a name, and a reason that is a failure, fail the response too', async () => {
  for (const chunks of [
    [piece(0, 'a', null, '{}'), delta({}, 'tool_calls')],
    [delta({ content: 'a' }), delta({}, 'error')],
  ])
    expect(await responseOf(sse(...chunks))).toMatchObject({ status: 'failed' })
})

test.each<[what: string, text: string, facts: object]>([
  ['an error as the first event', sse({ error: { message: 'Too long', code: 400 } }), { status: 400, code: '400' }],
  ['an error with status 200', '{"error":"no such model"}', { status: 502, message: 'local: no such model' }],
  [
    'a key that was refused',
    '{"error":{"message":"Bad key THE-KEY-OF-OURS","code":401}}',
    { status: 502, message: 'local: Bad key [key]' },
  ],
  ['a page', '<html></html>', { code: 'provider_reply_unreadable' }],
  ['nothing', '', { code: 'provider_reply_unreadable' }],
  ['JSON of another kind', '{"hello":1}', { code: 'provider_reply_unreadable' }],
])('%s is an error status, streamed or not', async (_, text, facts) => {
  for (const stream of [true, false]) {
    const asked = responsesReply(new Response(text), { ...chatAnswer, request: { model: 'llama', stream } })
    await expect(asked).rejects.toMatchObject({ ...facts, facts: { stage: 'accepted', retry: 'ask' } })
  }
})

const spoken = [delta({ content: 'Oslo ' }), delta({ content: 'is it.' }), delta({}, 'stop')]
const lines = spoken.map((chunk) => JSON.stringify(chunk))
test.each<[what: string, text: string]>([
  ['JSON lines', `${lines.join('\n')}\n`],
  ['JSON lines without the last line end', lines.join('\r\n')],
  ['JSON lines with a [DONE]', `${lines.join('\n')}\n[DONE]\n`],
  ['JSON documents without line ends', lines.join('')],
  ['indented JSON documents', spoken.map((chunk) => JSON.stringify(chunk, undefined, 2)).join('\n')],
  ['a list of chunks', `[${lines.join(',')}]`],
  ['events without the last blank line', dataOf(spoken).trimEnd()],
  ['events without blank lines', lines.map((line) => `data: ${line}\n`).join('')],
])('a stream of %s is read, however it is cut', async (_, text) => {
  const bytes = bytesOf(text)
  async function* single() {
    for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1)
  }
  for (const body of [only(text), single()])
    expect(await collectResponse(body, chatAnswer)).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Oslo is it.' }] }],
    })
})

test('JSON lines are answered as they come', async () => {
  const [first = '', ...rest] = lines
  let isRead = false
  async function* body() {
    yield bytesOf(`${first}\n`)
    isRead = true
    yield bytesOf(rest.join('\n'))
  }
  for await (const { type } of responseEvents(body(), chatAnswer)) if (type === 'response.output_text.delta') break
  expect(isRead).toBe(false)
})

test.each<[what: string, text: string]>([
  ['inside a line of JSON', `${lines[0]}\n{"choices":`],
  ['without a reason', dataOf([delta({ content: 'a' })])],
  ['with [DONE] alone', sse(delta({ content: 'a' }))],
  ['inside an event', dataOf([delta({ content: 'a' }), delta({}, 'stop')]).slice(0, -20)],
  ['after a damaged event', `${dataOf([delta({ content: 'a' })])}data: {"cho\n\n${sse(delta({}, 'stop'))}`],
])('a stream that ends %s never looks whole', async (_, text) => {
  const events: JsonRecord[] = []
  const reading = async () => {
    for await (const event of responseEvents(only(text), chatAnswer)) events.push(event)
  }
  await expect(reading()).rejects.toMatchObject({ status: 502 })
  expect(typesOf(events)).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
  ])
})

test('an event over 8 MB and an answer over 64 MB are cut', async () => {
  const large = 'x'.repeat(7 * 1024 * 1024)
  const stream = (times: number, end: string) =>
    only(...Array<string>(times).fill(dataOf([delta({ content: large })])), end)
  await expect(eventsOf(stream(1, `data: ${large}${large}`))).rejects.toThrow('8388608')
  await expect(eventsOf(stream(0, sse(delta({ content: large + large }))))).rejects.toThrow('8388608')
  await expect(collectResponse(stream(10, ''), chatAnswer)).rejects.toThrow('67108864')
})

test('nothing is read ahead, and a reader that leaves ends the request', async () => {
  let read = 0
  let left: unknown
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1
        controller.enqueue(bytesOf(dataOf([delta({ content: 'a' })])))
      },
      cancel(reason) {
        left = reason
      },
    },
    { highWaterMark: 0 },
  )
  const reply = await responsesReply(new Response(endless), {
    ...chatAnswer,
    request: { model: 'llama', stream: true },
  })
  const reader = reply.body?.getReader()
  for (let at = 0; at < 10; at += 1) await reader?.read()
  expect(read).toBeLessThan(10)
  await reader?.cancel('gone')
  expect(left).toBe('gone')
})

test('a server that goes on after [DONE] is left', async () => {
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytesOf(sse(delta({ content: 'a' }, 'stop')))),
    cancel: () => {
      isLeft = true
    },
  })
  const reply = await responsesReply(new Response(body), chatAnswer)
  expect(await reply.json()).toMatchObject({ status: 'completed' })
  expect(isLeft).toBe(true)
})

const pieces = fc.oneof(
  fc.record({ content: fc.string({ unit: 'grapheme' }) }),
  fc.record({ reasoning_content: fc.string() }),
  fc.record({ index: fc.nat(2), text: fc.string() }),
)
const framing = fc.record({ lineEnd: fc.constantFrom('\n', '\r\n', '\r'), comments: fc.boolean(), done: fc.boolean() })

test('any cutting and framing of any stream gives the same events, and their deltas are the final texts', async () => {
  const model = fc.array(pieces, { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(model, framing, fc.array(fc.nat()), async (said, { lineEnd, comments, done }, places) => {
      const named = new Set<number>()
      const chunks = said.map((one) => {
        if (!('index' in one)) return delta(one)
        const isNew = !named.has(one.index)
        named.add(one.index)
        return isNew
          ? piece(one.index, `c${one.index}`, 'f', one.text)
          : piece(one.index, undefined, undefined, one.text)
      })
      const plain = dataOf([...chunks, delta({}, 'stop')])
      const framed = bytesOf(
        (comments ? `: hi\n\n${plain}` : plain + (done ? 'data: [DONE]\n\n' : '')).replaceAll('\n', lineEnd),
      )
      const cuts = [0, ...places.map((place) => place % (framed.length + 1)).sort((a, b) => a - b), framed.length]
      async function* cut() {
        for (const [at, end] of cuts.slice(1).entries()) yield framed.subarray(cuts[at], end)
      }
      const events = await eventsOf(cut())
      expect(events).toEqual(await eventsOf(only(plain)))
      const texts = new Map<unknown, string>()
      for (const { type, delta: text, output_index: at } of events)
        if (String(type).endsWith('.delta')) texts.set(at, (texts.get(at) ?? '') + text)
      const { output, ...response } = ResponseObject.parse(events.at(-1)?.response)
      expect(await collectResponse(only(plain), chatAnswer)).toEqual({ ...response, output })
      const final = output.map((item) => item.arguments ?? (item.content as { text: string }[])[0]?.text)
      expect([...texts].sort(([a], [b]) => Number(a) - Number(b)).map(([, text]) => text)).toEqual(final)
    }),
    { seed, numRuns: process.env.SOAK ? 3000 : 150 },
  )
})

const recorded = sharedData('fixtures/recorded/deepseek-tool-call.chunks.txt')
const recordedWhole = sharedData('fixtures/recorded/deepseek-tool-call.json')
test.skipIf(!recorded)('recorded replies of DeepSeek, streamed and whole (TEST_DATA)', async () => {
  const lines = readFileSync(recorded ?? '', 'utf8')
    .trim()
    .split('\n')
  const streamed = await responseOf(lines.map((line) => `data: ${line}\n\n`).join(''))
  const one = await responseOf(readFileSync(recordedWhole ?? '', 'utf8'))
  for (const { output, usage: counts, status } of [streamed, one]) {
    expect([status, output.map(({ type }) => type)]).toEqual(['completed', ['reasoning', 'function_call']])
    expect(output[1]).toMatchObject({ name: 'weather', arguments: '{"location": "San Francisco"}' })
    expect(counts).toMatchObject({
      input_tokens: 339,
      input_tokens_details: { cached_tokens: 320, cache_write_tokens: 0 },
    })
  }
  expect(JSON.stringify(streamed.output)).toContain('set to \\"San Francisco\\".')
})
