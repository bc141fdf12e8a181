import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { textIn } from '../testing/replies.ts'
import { chat, failedStream, message, messageText, messageWhole } from '../testing/sample-streams.ts'
import { createReader } from './chat-reader.ts'
import type { Finish } from './reply-end.ts'
import type { RunEvent } from './run-event.ts'

type Payload = object | string
const raw = (payload: Payload, name?: string) => ({
  at: 0,
  data: typeof payload === 'string' ? payload : JSON.stringify(payload),
  ...(name === undefined ? {} : { name }),
})

function read(payloads: readonly Payload[], how: Finish = 'closed', streamAsked?: boolean): RunEvent[] {
  const reader = createReader(streamAsked === undefined ? {} : { streamAsked })
  return [...payloads.flatMap((payload) => reader.push(raw(payload))), ...reader.finish(how)]
}

const of = <K extends RunEvent['kind']>(events: readonly RunEvent[], kind: K) =>
  events.filter((event): event is Extract<RunEvent, { kind: K }> => event.kind === kind)
const noticesIn = (events: readonly RunEvent[]) => of(events, 'notice').map(({ notice }) => notice)
const endOf = (events: readonly RunEvent[]) => events.at(-1)

const delta = (text: string, more: object = {}) => ({
  type: 'response.output_text.delta',
  output_index: 0,
  delta: text,
  ...more,
})
const added = (type: string, more: object = {}, output_index = 0) => ({
  type: 'response.output_item.added',
  output_index,
  item: { type, ...more },
})
const itemDone = (item: object, output_index = 0) => ({ type: 'response.output_item.done', output_index, item })
const said = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] })
const completed = (response: object = {}) => ({ type: 'response.completed', response })

test('a canonical stream is read into our own words', () => {
  expect(read(message)).toEqual([
    { kind: 'response', id: 'resp_1', model: 'gen-5.4-pro' },
    { kind: 'text-delta', output: 0, part: 0, text: 'Grüße ' },
    { kind: 'text-delta', output: 0, part: 0, text: 'aus 日本' },
    { kind: 'text-delta', output: 0, part: 0, text: ' 👩‍👩‍👧!' },
    { kind: 'usage', usage: { input: 3, output: 9, total: 12, estimated: true } },
    { kind: 'end', status: 'completed' },
  ])
})

test('a whole response gives the same text and counts as its stream', () => {
  const whole = read([messageWhole], 'whole')
  expect(textIn(whole)).toBe(messageText)
  expect(of(whole, 'usage')).toEqual(of(read(message), 'usage'))
  expect(endOf(whole)).toEqual({ kind: 'end', status: 'completed' })
})

test('the type inside the data counts, and the event line only where there is none', () => {
  const reader = createReader()
  expect(reader.push(raw(delta('a'), 'message'))).toMatchObject([{ kind: 'text-delta', text: 'a' }])
  expect(reader.push(raw(delta('b'), 'response.completed'))).toMatchObject([{ kind: 'text-delta', text: 'b' }])
  expect(reader.push(raw({ output_index: 0, delta: 'c' }, 'response.output_text.delta'))).toMatchObject([{ text: 'c' }])
  expect(reader.phase).toBe('open')
})

test('ids that change with every event change nothing', () => {
  const events = read([
    { type: 'response.created', response: { id: 'one', model: 'm' } },
    { ...added('message'), item_id: 'x1' },
    delta('a', { item_id: 'x2' }),
    delta('b', { item_id: 'x3' }),
    itemDone({ ...said('ab'), id: 'x4' }),
    completed({ id: 'two', model: 'm' }),
  ])
  expect(of(events, 'response')).toHaveLength(1)
  expect(textIn(events)).toBe('ab')
  expect(noticesIn(events)).toEqual([])
})

test('outputs that interleave are kept apart by their place', () => {
  const events = read([
    delta('a'),
    delta('1', { output_index: 1 }),
    delta('b'),
    delta('2', { output_index: 1 }),
    completed(),
  ])
  expect(textIn(events)).toBe('ab\n12')
})

test('reasoning is joined in order of arrival whatever its content_index says', () => {
  const thought = (text: string, content_index: number) => ({
    type: 'response.reasoning_text.delta',
    output_index: 0,
    content_index,
    delta: text,
  })
  const events = read([added('reasoning'), thought('Let ', 0), thought('me ', 1), thought('see.', 2), completed()])
  expect(
    of(events, 'reasoning-delta')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Let me see.')
})

test.each(['response.reasoning.delta', 'response.reasoning_summary_text.delta'])('%s is reasoning too', (type) => {
  expect(of(read([{ type, output_index: 0, delta: 'Hm.' }]), 'reasoning-delta')).toHaveLength(1)
})

test('the parts of a summary are set apart, and its final list says nothing new', () => {
  const part = (summary_index: number) => ({
    type: 'response.reasoning_summary_part.added',
    output_index: 0,
    summary_index,
    part: { text: '' },
  })
  const thought = (text: string) => ({ type: 'response.reasoning_summary_text.delta', output_index: 0, delta: text })
  const summary = [
    { type: 'summary_text', text: 'One.' },
    { type: 'summary_text', text: 'Two.' },
  ]
  const events = read([
    added('reasoning'),
    part(0),
    thought('One.'),
    part(1),
    thought('Two.'),
    itemDone({ type: 'reasoning', summary }),
    completed(),
  ])
  expect(
    of(events, 'reasoning-delta')
      .map(({ text }) => text)
      .join(''),
  ).toBe('One.\n\nTwo.')
  expect(of(events, 'reasoning')).toEqual([])
})

test.each([
  ['output_text.done', { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hello' }],
  [
    'content_part.done',
    {
      type: 'response.content_part.done',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: 'Hello' },
    },
  ],
  ['output_item.done', itemDone(said('Hello'))],
  ['the output of the response', completed({ output: [said('Hello')] })],
  ['the output_text of the response', completed({ output_text: 'Hello' })],
])('without deltas the text comes from %s, once', (_, event) => {
  const events = read([{ type: 'response.created' }, event, completed({ output: [said('Hello')] })])
  expect(of(events, 'text')).toEqual([{ kind: 'text', output: 0, part: 0, text: 'Hello' }])
  expect(of(events, 'text-delta')).toEqual([])
})

test('a final text that differs wins and is told', () => {
  const events = read([
    added('message'),
    delta('Helo'),
    itemDone(said('Hello')),
    completed({ output: [said('Hello')] }),
  ])
  expect(textIn(events)).toBe('Hello')
  expect(noticesIn(events)).toEqual(['text-differs'])
})

test('a completed event without output and usage ends what came', () => {
  const events = read([added('message'), delta('Hello'), { type: 'response.completed' }])
  expect(textIn(events)).toBe('Hello')
  expect(endOf(events)).toEqual({ kind: 'end', status: 'completed' })
})

test('a final list that leaves out items is paired by type', () => {
  const events = read([
    added('reasoning'),
    itemDone({ type: 'reasoning', summary: [] }),
    added('message', {}, 1),
    delta('Hello', { output_index: 1 }),
    itemDone(said('Hello'), 1),
    completed({ output: [said('Hello')] }),
  ])
  expect(of(events, 'text')).toEqual([])
  expect(textIn(events)).toBe('Hello')
})

test('a delta may come before its item is opened', () => {
  const events = read([delta('Hel'), added('message'), delta('lo'), itemDone(said('Hello')), completed()])
  expect(textIn(events)).toBe('Hello')
  expect(noticesIn(events)).toEqual([])
})

test('padding beside a delta is ignored', () => {
  expect(textIn(read([delta('Hello', { obfuscation: 'x9fk2' }), completed()]))).toBe('Hello')
})

test('a tool call is told with its arguments as they stream and once they are whole', () => {
  const part = (text: string) => ({ type: 'response.function_call_arguments.delta', output_index: 0, delta: text })
  const item = { type: 'function_call', call_id: 'call_1', name: 'weather' }
  const events = read([
    added('function_call', { call_id: 'call_1', name: 'weather', arguments: '' }),
    part('{"a"'),
    part(':1}'),
    { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' },
    itemDone({ ...item, arguments: '{"a":1}' }),
    completed({ output: [{ ...item, arguments: '{"a":1}' }] }),
  ])
  expect(events.slice(0, -1)).toEqual([
    { kind: 'tool-call', output: 0, callId: 'call_1', name: 'weather', custom: false },
    { kind: 'tool-arguments-delta', output: 0, text: '{"a"' },
    { kind: 'tool-arguments-delta', output: 0, text: ':1}' },
    { kind: 'tool-arguments', output: 0, text: '{"a":1}' },
  ])
})

test('a custom tool call and arguments that are an object are read', () => {
  const events = read([
    itemDone({ type: 'custom_tool_call', call_id: 'c', name: 'sql', input: 'SELECT 1' }),
    itemDone({ type: 'function_call', call_id: 'd', name: 'f', arguments: { a: 1 } }, 1),
  ])
  expect(of(events, 'tool-call').map(({ name, custom }) => [name, custom])).toEqual([
    ['sql', true],
    ['f', false],
  ])
  expect(of(events, 'tool-arguments').map(({ text }) => text)).toEqual(['SELECT 1', '{"a":1}'])
})

test('a refusal is told as such', () => {
  const refusal = { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'I cannot.' }
  const events = read([
    refusal,
    itemDone({ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] }),
    completed(),
  ])
  expect(events).toEqual([
    { kind: 'refusal-delta', output: 0, text: 'I cannot.' },
    { kind: 'end', status: 'completed' },
  ])
})

test('an item of another type is shown as it came, with its progress until it is whole', () => {
  const item = { type: 'web_search_call', action: { query: 'x' } }
  const events = read([
    added('web_search_call'),
    { type: 'response.web_search_call.searching', output_index: 0 },
    itemDone(item),
    { type: 'response.web_search_call.completed', output_index: 0 },
    completed({ output: [item] }),
  ])
  const searching = { type: 'web_search_call', status: 'searching' }
  expect(of(events, 'item').map((event) => event.item)).toEqual([{ type: 'web_search_call' }, searching, item])
  expect(noticesIn(events)).toEqual([])
})

test.each(['keepalive', 'response.debug', 'response.steer.accepted', 'constructor', '__proto__'])(
  'the unknown event %s is told and harms nothing',
  (type) => {
    const events = read([delta('a'), { type }, delta('b'), completed()])
    expect(textIn(events)).toBe('ab')
    expect(of(events, 'notice')).toEqual([{ kind: 'notice', notice: 'unknown-event', detail: type }])
  },
)

test('an exact repeat is applied once; the same number with other content is applied and told', () => {
  const once = delta('a', { sequence_number: 1 })
  const events = read([once, once, delta('b', { sequence_number: 1 }), completed({})])
  expect(textIn(events)).toBe('ab')
  expect(noticesIn(events)).toEqual(['repeated', 'inversion'])
})

test('gaps and inversions are told and never reordered', () => {
  const events = read([
    delta('a', { sequence_number: 0 }),
    delta('c', { sequence_number: 2 }),
    delta('b', { sequence_number: 1 }),
    delta('d', { sequence_number: 3 }),
  ])
  expect(textIn(events)).toBe('acbd')
  expect(of(events, 'notice').map(({ notice, detail }) => [notice, detail])).toEqual([
    ['gap', '0 → 2'],
    ['inversion', '1 after 2'],
  ])
})

test('events without a number are never repeats', () => {
  expect(textIn(read([delta('ha'), delta('ha')]))).toBe('haha')
})

const failures: [string, Payload[]][] = [
  ['nested', [{ type: 'error', error: { code: 'x', message: 'No.' } }]],
  ['flat', [{ type: 'error', code: 'x', message: 'No.', param: null }]],
  ['bare', [{ error: { code: 'x', message: 'No.' } }]],
  ['in response.failed', [{ type: 'response.failed', response: { error: { code: 'x', message: 'No.' } } }]],
  ['beside response.failed', [{ type: 'response.failed', error: { code: 'x', message: 'No.' } }]],
  [
    'told twice',
    [
      { type: 'error', error: { code: 'x', message: 'No.' } },
      { type: 'response.failed', response: { error: { code: 'x', message: 'No.' } } },
    ],
  ],
]
test.each(failures)('an error that is %s is told once, and the text so far is kept', (_, last) => {
  const events = read([added('message'), delta('Hel'), ...last])
  expect(of(events, 'error')).toEqual([{ kind: 'error', error: { kind: 'api', code: 'x', message: 'No.' } }])
  expect(textIn(events)).toBe('Hel')
  expect(events.slice(-2)).toMatchObject([{ kind: 'error' }, { kind: 'end', status: 'failed', reason: 'x' }])
})

test('an error event whose data is plain text is an error with those words', () => {
  const reader = createReader()
  expect(reader.push(raw('Internal Server Error', 'error'))).toMatchObject([
    { kind: 'error', error: { message: 'Internal Server Error' } },
  ])
  expect(reader.finish('closed')).toMatchObject([{ kind: 'end', status: 'failed' }])
})

test('the recorded order error, response.failed gives one error and no notice', () => {
  const events = read(failedStream)
  expect(of(events, 'error')).toHaveLength(1)
  expect(noticesIn(events)).toEqual([])
})

test.each([
  [
    'response.incomplete',
    { incomplete_details: { reason: 'max_output_tokens' } },
    { status: 'incomplete', reason: 'max_output_tokens' },
  ],
  [
    'response.completed',
    { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    { status: 'incomplete', reason: 'content_filter' },
  ],
  ['response.completed', { status: 'in_progress' }, { status: 'completed' }],
  ['response.cancelled', {}, { status: 'failed', reason: 'cancelled' }],
])('%s with %j ends as %j', (type, response, end) => {
  expect(endOf(read([delta('a'), { type, response }]))).toEqual({ kind: 'end', ...end })
})

test.each([
  [{ status: 'completed' }, 'completed'],
  [{}, 'completed'],
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'incomplete'],
  [{ status: 'failed', error: { message: 'No.' } }, 'failed'],
  [{ status: 'cancelled' }, 'failed'],
  [{ status: 'queued' }, 'queued'],
  [{ status: 'in_progress' }, 'queued'],
  [{ status: 'asleep' }, 'unconfirmed'],
])('a whole response %j ends as %s', (response, status) => {
  expect(endOf(read([{ object: 'response', output: [said('a')], ...response }], 'whole'))).toMatchObject({
    kind: 'end',
    status,
  })
})

const bodies: [string, object, string][] = [
  ['an error string', { error: 'Unexpected endpoint' }, 'Unexpected endpoint'],
  ['success: false', { success: false, error: { message: 'No.' } }, 'No.'],
  ['a detail', { detail: 'Not Found' }, 'Not Found'],
  ['an error object', { error: { message: 'Upstream broke', code: 502 } }, 'Upstream broke'],
]
test.each(bodies)('a successful reply that holds %s has failed', (_, body, words) => {
  const events = read([body], 'whole')
  expect(of(events, 'error').map(({ error }) => error.message)).toEqual([words])
  expect(endOf(events)).toMatchObject({ status: 'failed' })
})

test('JSON that is no reply at all is told as such', () => {
  expect(read([{ hello: 'world' }], 'whole')).toMatchObject([
    { kind: 'notice', notice: 'unknown-event' },
    { kind: 'error', error: { kind: 'contract' } },
    { kind: 'end', status: 'failed' },
  ])
})

test('a reply of the other kind than was asked for is read, with one notice', () => {
  expect(noticesIn(read([messageWhole], 'whole', true))).toEqual(['not-a-stream'])
  expect(noticesIn(read(message, 'closed', false))).toEqual(['unasked-stream'])
  expect(noticesIn(read(message, 'closed', true))).toEqual([])
})

test('a chat completion is read into the same words', () => {
  const events = read(chat)
  expect(of(events, 'reasoning-delta').map(({ output, text }) => [output, text])).toEqual([
    [0, 'Let me '],
    [0, 'see.'],
  ])
  expect(textIn(events)).toBe('One moment.')
  expect(of(events, 'tool-call').map(({ output, callId, name }) => [output, callId, name])).toEqual([
    [2, 'call_a', 'weather'],
    [3, 'call_b', 'time'],
  ])
  expect(of(events, 'tool-arguments').map(({ output, text }) => [output, text])).toEqual([
    [2, '{"city":"Oslo"}'],
    [3, '{}'],
  ])
  expect(events.slice(-2)).toEqual([
    { kind: 'usage', usage: { input: 5, output: 7 } },
    { kind: 'end', status: 'completed' },
  ])
})

test('a finish_reason ends a chat completion also when its counts never come', () => {
  const reader = createReader()
  for (const payload of chat.slice(0, -1)) reader.push(raw(payload))
  expect(reader.phase).toBe('closing')
  expect(reader.finish('closed')).toEqual([{ kind: 'end', status: 'completed' }])
})

test.each([
  ['stop', { status: 'completed' }],
  ['length', { status: 'incomplete', reason: 'max_output_tokens' }],
  ['content_filter', { status: 'incomplete', reason: 'content_filter' }],
  ['error', { status: 'failed' }],
])('finish_reason %s ends as %j', (finish_reason, end) => {
  expect(endOf(read([{ choices: [{ index: 0, delta: { content: 'a' }, finish_reason }] }]))).toEqual({
    kind: 'end',
    ...end,
  })
})

test('a whole chat completion is read', () => {
  const events = read(
    [
      {
        object: 'chat.completion',
        choices: [{ message: { content: [{ type: 'text', text: 'Hi' }], reasoning: 'Hm.' }, finish_reason: 'length' }],
      },
    ],
    'whole',
  )
  expect(textIn(events)).toBe('Hi')
  expect(endOf(events)).toMatchObject({ status: 'incomplete' })
})

test('an error beside the choices of a chat chunk fails it', () => {
  const events = read([
    chat[3]!,
    {
      error: { code: 502, message: 'Upstream broke' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    },
  ])
  expect(of(events, 'error')).toMatchObject([{ error: { code: '502', message: 'Upstream broke' } }])
  expect(textIn(events)).toBe('One ')
})

test('calls that all have the index 0 are told apart by a new id with a new name', () => {
  const call = (id: string, name: string) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id, function: { name, arguments: '{}' } }] } }],
  })
  expect(of(read([call('a', 'x'), call('b', 'y')]), 'tool-call').map(({ output }) => output)).toEqual([0, 1])
})

test('what comes behind the end changes nothing and is told; [DONE] is not worth telling', () => {
  const events = read([delta('a'), completed(), delta('b'), '[DONE]'])
  expect(textIn(events)).toBe('a')
  expect(events.slice(-2)).toMatchObject([
    { notice: 'after-end', detail: 'response.output_text.delta' },
    { status: 'completed' },
  ])
  expect(textIn(read([...chat.slice(0, -1), chat[4]!]))).toBe('One moment.')
})

test('[DONE] alone is no proof of a whole reply', () => {
  expect(endOf(read([delta('a'), '[DONE]']))).toMatchObject({ status: 'interrupted' })
  expect(endOf(read([added('message'), delta('a'), itemDone(said('a')), '[DONE]'], 'cut'))).toMatchObject({
    status: 'unconfirmed',
  })
})

const withoutMark: [string, Payload[], Finish, string][] = [
  ['a clean end behind closed items', [added('message'), delta('a'), itemDone(said('a'))], 'closed', 'unconfirmed'],
  ['a clean end inside an item', [added('message'), delta('a')], 'closed', 'interrupted'],
  ['a clean end with one of two items open', [itemDone(said('a')), added('message', {}, 1)], 'closed', 'interrupted'],
  [
    'a clean end behind a text that was told whole',
    [{ type: 'response.output_text.done', output_index: 0, text: 'a' }],
    'closed',
    'unconfirmed',
  ],
  [
    'a clean end behind a text that went on',
    [delta('a'), { type: 'response.output_text.done', output_index: 0, text: 'a' }, delta('b')],
    'closed',
    'interrupted',
  ],
  ['a broken end behind closed items', [itemDone(said('a'))], 'cut', 'interrupted'],
  ['nothing at all', [], 'closed', 'interrupted'],
  ['a stop', [added('message'), delta('a')], 'stopped', 'stopped'],
  ['an event over the cap', [delta('a')], 'event-too-large', 'interrupted'],
]
test.each(withoutMark)('without a terminal mark, %s ends by the rulings', (_, payloads, how, status) => {
  const events = read(payloads, how)
  expect(endOf(events)).toMatchObject({ kind: 'end', status })
  expect(of(events, 'error').map(({ error }) => error.kind)).toEqual(status === 'interrupted' ? ['interrupted'] : [])
})

const queued = { type: 'response.queued', response: { id: 'resp_9', status: 'queued' } }
const created = { type: 'response.created', response: { id: 'resp_9', status: 'queued' } }
const begun = { type: 'response.in_progress', response: { id: 'resp_9', status: 'in_progress' } }
test.each<[string, Payload[]]>([
  ['right behind its `queued`', [queued]],
  ['behind a `created` of that status', [created]],
  ['behind both and a [DONE]', [created, queued, '[DONE]']],
  ['behind a `queued` that repeats no id', [created, { type: 'response.queued', response: {} }]],
])('a stream that closes %s is a job', (_, payloads) => {
  expect(endOf(read(payloads))).toEqual({ kind: 'end', status: 'queued', reason: 'queued', job: 'resp_9' })
})
test.each<[string, Payload[], Finish]>([
  ['began', [queued, begun], 'closed'],
  ['said something', [queued, delta('a')], 'closed'],
  ['named no id', [{ type: 'response.queued', response: {} }], 'closed'],
  ['was cut', [queued], 'cut'],
])('a queued stream that %s is no job', (_, payloads, how) => {
  expect(endOf(read(payloads, how))).toMatchObject({ status: 'interrupted' })
})

test('a finished item that names no state is not in progress any more', () => {
  const events = read([added('compaction', { status: 'in_progress' }), itemDone({ type: 'compaction' }), completed()])
  expect(of(events, 'item').map(({ item }) => item)).toEqual([
    { type: 'compaction', status: 'in_progress' },
    { type: 'compaction' },
  ])
})

test('data that is no JSON, is nested too deep or is empty costs no more than itself', () => {
  const deep = '['.repeat(100_000)
  const events = read([delta('a'), '{oops', deep, '', '17', delta('b'), completed()])
  expect(textIn(events)).toBe('ab')
  expect(noticesIn(events)).toEqual(['not-json', 'too-deep', 'unknown-event'])
})

test('names that are none do not fill the screen', () => {
  const long = 'x'.repeat(100_000)
  const failure = { type: 'response.failed', response: { error: { code: long, message: long } } }
  const events = read([{ type: 'response.created', response: { id: long, model: long } }, { type: long }, failure])
  expect(JSON.stringify(events).length).toBeLessThan(10_000)
  const cut = { type: 'response.incomplete', response: { incomplete_details: { reason: long } } }
  expect(JSON.stringify(read([cut])).length).toBeLessThan(1000)
})

test('keys with a special meaning are plain data', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const hostile =
    '{"type":"response.completed","__proto__":{"polluted":1},"response":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"output":[{"type":"__proto__","__proto__":{"polluted":1}}],"error":{"__proto__":{"polluted":1},"message":"No."}}}'
  const events = read([hostile, hostile])
  expect(endOf(events)).toMatchObject({ status: 'failed' })
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

const words = [
  'response.output_text.delta',
  'response.output_item.added',
  'response.output_item.done',
  'response.completed',
  'response.reasoning_text.done',
  'response.function_call_arguments.done',
  'response.content_part.done',
  'error',
  'x',
]
const junk = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constant('[DONE]'),
  fc
    .record(
      {
        type: fc.constantFrom(...words),
        output_index: fc.anything(),
        item: fc.jsonValue(),
        delta: fc.jsonValue(),
        response: fc.jsonValue(),
        error: fc.jsonValue(),
        part: fc.jsonValue(),
        sequence_number: fc.nat(5),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? null : inner))),
  fc
    .record(
      {
        choices: fc.array(
          fc.record(
            { index: fc.nat(2), delta: fc.jsonValue(), message: fc.jsonValue(), finish_reason: fc.jsonValue() },
            { requiredKeys: [] },
          ),
        ),
        usage: fc.jsonValue(),
      },
      { requiredKeys: ['choices'] },
    )
    .map((value) => JSON.stringify(value)),
)
const finishes: Finish[] = ['closed', 'cut', 'whole', 'stopped', 'event-too-large', 'answer-too-large']

test('whatever comes, nothing is thrown, the one end is last, at most one error is told, and a second reader says the same', () => {
  fc.assert(
    fc.property(fc.array(junk, { maxLength: 12 }), fc.constantFrom(...finishes), (payloads, how) => {
      const events = read(payloads, how)
      expect(of(events, 'end')).toHaveLength(1)
      expect(endOf(events)?.kind).toBe('end')
      expect(of(events, 'error').length).toBeLessThanOrEqual(1)
      expect(read(payloads, how)).toEqual(events)
    }),
    { seed, numRuns: process.env.SOAK ? 20_000 : 500 },
  )
})
