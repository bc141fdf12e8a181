import { describe, expect, test } from 'vitest'
import { createReader } from '../client/read/chat-reader.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type Output } from './result.ts'

type Payload = Readonly<Record<string, unknown>>

function wordsOf(output: Output): string {
  switch (output.kind) {
    case 'message':
      return `text ${output.parts.map(({ text }) => text).join('|')}`
    case 'reasoning':
      return `reasoning ${output.encrypted ? 'encrypted' : output.text}`
    case 'tool-call':
      return `${output.name}(${output.arguments})`
    case 'item':
      return JSON.stringify(output.item)
    case 'media':
      return `media ${output.url}`
    case 'refusal':
      return `refusal ${output.text}`
  }
}

/** What a stream of these payloads shows, in order. */
function shown(payloads: readonly Payload[]): readonly string[] {
  const reader = createReader()
  const told = payloads.flatMap((payload) => reader.push({ at: 0, data: JSON.stringify(payload) }))
  const { outputs, end } = reduce(emptyResult, [...told, ...reader.finish('closed')])
  expect(end).toMatchObject({ status: 'completed' })
  return outputs.map(wordsOf)
}

const added = (item: Payload, at?: Payload): Payload => ({ type: 'response.output_item.added', ...at, item })
const done = (item: Payload, at?: Payload): Payload => ({ type: 'response.output_item.done', ...at, item })
const completed = (output?: unknown): Payload => ({ type: 'response.completed', response: { output } })
const piece =
  (name: string) =>
  (delta: string, at?: Payload): Payload => ({ type: `response.${name}.delta`, ...at, delta })
const whole =
  (name: string, field: string) =>
  (value: unknown, at?: Payload): Payload => ({ type: `response.${name}.done`, ...at, [field]: value })
const [text, textDone] = [piece('output_text'), whole('output_text', 'text')]
const [args, argsDone] = [piece('function_call_arguments'), whole('function_call_arguments', 'arguments')]
const thought = piece('reasoning_summary_text')
const partAdded = (at: Payload): Payload => ({
  ...{ type: 'response.content_part.added', ...at },
  part: { type: 'output_text', text: '' },
})

const message = (id: string | undefined, ...texts: string[]): Payload => ({
  ...{ type: 'message', ...(id && { id }), role: 'assistant' },
  content: texts.map((one) => ({ type: 'output_text', text: one, annotations: [] })),
})
const call = (id: string | undefined, name: string, given: unknown, call_id?: string): Payload => ({
  ...{ type: 'function_call', ...(id && { id }), ...(call_id && { call_id }), name, arguments: given },
})
const reasoning = (id: string | undefined, ...texts: string[]): Payload => ({
  ...{ type: 'reasoning', ...(id && { id }) },
  summary: texts.map((one) => ({ type: 'summary_text', text: one })),
})
const at = (output_index: number, more?: Payload): Payload => ({ output_index, ...more })

type Rows = readonly [what: string, payloads: readonly Payload[], shows: readonly string[]][]

describe('a weaker statement never replaces a stronger one', () => {
  const said = (...more: Payload[]): Payload[] => [
    added(message('m'), at(0)),
    text('Hello ', at(0)),
    text('you', at(0)),
    ...more,
  ]
  const sql = { type: 'custom_tool_call', id: 'f', call_id: 'c', name: 'sql' }
  const search = { type: 'mcp_call', id: 'm', name: 'search' }
  const rows: Rows = [
    ['an empty list', said(done(message('m'), at(0)), completed([])), ['text Hello you']],
    ['no list', said(completed()), ['text Hello you']],
    [
      'an empty text',
      said(textDone('', at(0)), done(message('m', ''), at(0)), completed([message('m', '')])),
      ['text Hello you'],
    ],
    [
      'null',
      said(textDone(null, at(0)), done({ type: 'message', id: 'm', content: null }, at(0)), completed(null)),
      ['text Hello you'],
    ],
    ['the beginning of it', said(textDone('Hello', at(0)), completed([message('m', 'Hello yo')])), ['text Hello you']],
    ['its last piece', said(textDone('you', at(0)), completed([message('m', 'you')])), ['text Hello you']],
    ['white space', said(completed([message('m', ' \n')])), ['text Hello you']],
    ['more text, which replaces it', said(completed([message('m', 'Hello you!')])), ['text Hello you!']],
    ['another text, which replaces it', said(completed([message('m', 'Hello [removed]')])), ['text Hello [removed]']],
    [
      'empty arguments',
      [
        ...[
          added(call('f', 'x', ''), at(0)),
          args('{"a":1}', at(0)),
          argsDone('', at(0)),
          done(call('f', 'x', '{}'), at(0)),
        ],
        completed([call('f', 'x', null)]),
      ],
      ['x({"a":1})'],
    ],
    [
      'a call without its name',
      [added(call('f', 'x', ''), at(0)), args('{}', at(0)), done(call('f', '', ''), at(0)), completed([])],
      ['x({})'],
    ],
    [
      'empty input of a custom tool',
      [
        ...[added({ ...sql, input: '' }, at(0)), piece('custom_tool_call_input')('SELECT 1', at(0))],
        ...[done({ ...sql, input: '' }, at(0)), completed([])],
      ],
      ['sql(SELECT 1)'],
    ],
    [
      'empty reasoning',
      [
        added(reasoning('r'), at(0)),
        thought('Hm.', at(0)),
        done(reasoning('r', ''), at(0)),
        completed([reasoning('r')]),
      ],
      ['reasoning Hm.'],
    ],
    [
      'an empty refusal',
      [
        ...[piece('refusal')('I cannot.', at(0)), whole('refusal', 'refusal')('', at(0))],
        completed([{ type: 'message', content: [{ type: 'refusal', refusal: '' }] }]),
      ],
      ['refusal I cannot.'],
    ],
    [
      'an item without what came for it',
      [
        ...[
          added({ ...search, arguments: '' }, at(0)),
          piece('mcp_call_arguments')('{"q":', at(0)),
          piece('mcp_call_arguments')('1}', at(0)),
        ],
        ...[
          whole('mcp_call_arguments', 'arguments')('', at(0)),
          done({ ...search, name: '', arguments: '', output: 'found' }, at(0)),
        ],
        completed([{ ...search, output: null }]),
      ],
      ['{"type":"mcp_call","id":"m","name":"search","arguments":"{\\"q\\":1}","output":"found"}'],
    ],
    [
      'a picture',
      [
        done({ type: 'image_generation_call', id: 'i', result: 'iVBORw0KGgo=' }, at(0)),
        completed([{ type: 'image_generation_call', id: 'i', result: null }]),
      ],
      ['media data:image/png;base64,iVBORw0KGgo=', '{"type":"image_generation_call","id":"i","result":"iVBORw0KGgo="}'],
    ],
  ]
  test.each(rows)('%s', (_, payloads, shows) => expect(shown(payloads)).toEqual(shows))
})

describe('items are told apart by id, type and order before their index', () => {
  const [one, two] = [{ item_id: 'm1' }, { item_id: 'm2' }]
  const both = [message('m1', 'One!'), message('m2', 'Two')]
  const rows: Rows = [
    [
      'all items under one index',
      [
        ...[
          added(reasoning('r'), at(0)),
          thought('Hm ', at(0, { item_id: 'ra' })),
          thought('so.', at(0, { item_id: 'rb' })),
        ],
        ...[
          added(message('m1'), at(0)),
          text('One!', at(0, one)),
          added(call('f', 'x', ''), at(0)),
          args('{}', at(0, { item_id: 'f' })),
        ],
        completed([reasoning('rx', 'Hm so.'), message('m1', 'One!'), call('f', 'x', '{}')]),
      ],
      ['reasoning Hm so.', 'text One!', 'x({})'],
    ],
    [
      'messages under one index, in turns',
      [
        ...[
          added(message('m1'), at(0)),
          text('One', at(0, one)),
          added(message('m2'), at(0)),
          text('Two', at(0, two)),
          text('!', at(0, one)),
        ],
        ...[...both.map((item) => done(item, at(0))), completed(both)],
      ],
      ['text One!', 'text Two'],
    ],
    [
      'messages under one index and without ids',
      [
        ...[
          added(message(undefined), at(0)),
          text('One!', at(0)),
          added(message(undefined), at(0)),
          text('Two', at(0)),
        ],
        completed([message(undefined, 'One!'), message(undefined, 'Two')]),
      ],
      ['text One!', 'text Two'],
    ],
    [
      'calls under one index that are only told whole',
      [
        done(call('f1', 'x', '{}'), at(0)),
        done(call('f2', 'y', '{}'), at(0)),
        completed([call('f1', 'x', '{}'), call('f2', 'y', '{}')]),
      ],
      ['x({})', 'y({})'],
    ],
    [
      'calls under one index, known by their call_id',
      [
        ...[
          added(call(undefined, 'x', '', 'c1'), at(0)),
          args('{"a":1}', at(0)),
          added(call(undefined, 'y', '', 'c2'), at(0)),
          args('{"b":2}', at(0)),
        ],
        ...[
          done(call(undefined, 'x', '{"a":1}', 'c1'), at(0)),
          done(call(undefined, 'y', '{"b":2}', 'c2'), at(0)),
          completed([]),
        ],
      ],
      ['x({"a":1})', 'y({"b":2})'],
    ],
    [
      'searches under one index',
      [
        ...['a', 'b'].flatMap((query) => [
          added({ type: 'web_search_call', id: query }, at(0)),
          done({ type: 'web_search_call', id: query, query }, at(0)),
        ]),
        completed([]),
      ],
      ['{"type":"web_search_call","id":"a","query":"a"}', '{"type":"web_search_call","id":"b","query":"b"}'],
    ],
    [
      'items without an index, in turns',
      [
        ...[
          added(message('m1')),
          added(message('m2')),
          text('One', one),
          text('Two', two),
          text('!', one),
          textDone('One!', one),
        ],
        ...[...both.map((item) => done(item)), completed(both)],
      ],
      ['text One!', 'text Two'],
    ],
    [
      'items without index and id, one after the other',
      [
        ...[
          added(reasoning(undefined)),
          thought('Hm.'),
          done(reasoning(undefined, 'Hm.')),
          added(message(undefined)),
          text('Hi'),
          textDone('Hi'),
        ],
        ...[
          done(message(undefined, 'Hi')),
          added(call(undefined, 'x', '')),
          args('{}'),
          done(call(undefined, 'x', '{}')),
        ],
        completed([reasoning(undefined, 'Hm.'), message(undefined, 'Hi'), call(undefined, 'x', '{}')]),
      ],
      ['reasoning Hm.', 'text Hi', 'x({})'],
    ],
    [
      'ids that contradict the index',
      [
        ...[
          added(message('m1'), at(0)),
          added(message('m2'), at(1)),
          text('One!', at(1, one)),
          text('Two', at(0, two)),
        ],
        ...[done(both[0] ?? {}, at(1)), done(both[1] ?? {}, at(0)), completed(both)],
      ],
      ['text One!', 'text Two'],
    ],
    [
      'one id for all items',
      [
        ...[
          added(reasoning('x'), at(0)),
          thought('Hm.', at(0, { item_id: 'x' })),
          added(message('x'), at(1)),
          text('One!', at(1, { item_id: 'x' })),
        ],
        ...[
          done(message('x', 'One!'), at(1)),
          added(message('x'), at(2)),
          text('Two', at(2, { item_id: 'x' })),
          done(message('x', 'Two'), at(2)),
        ],
        completed([reasoning('x', 'Hm.'), message('x', 'One!'), message('x', 'Two')]),
      ],
      ['reasoning Hm.', 'text One!', 'text Two'],
    ],
    [
      'ids that change with every event (GitHub Copilot)',
      [
        ...[
          added(reasoning('x1'), at(0)),
          thought('Hm.', at(0, { item_id: 'x2' })),
          done(reasoning('x3', 'Hm.'), at(0)),
        ],
        ...[added(message('x4'), at(1)), text('He', at(1, { item_id: 'x5' })), text('llo', at(1, { item_id: 'x6' }))],
        ...[textDone('Hello', at(1, { item_id: 'x7' })), done(message('x8', 'Hello'), at(1))],
        ...[
          added(call('x9', 'x', '', 'c1'), at(2)),
          added(call('xa', 'y', '', 'c2'), at(3)),
          args('{"a":', at(2, { item_id: 'xb' })),
        ],
        ...[
          args('{}', at(3, { item_id: 'xc' })),
          args('1}', at(2, { item_id: 'xd' })),
          done(call('xe', 'x', '{"a":1}', 'c1'), at(2)),
        ],
        ...[done(call('xf', 'y', '{}', 'c2'), at(3))],
        completed([
          reasoning('y1', 'Hm.'),
          message('y2', 'Hello'),
          call('y3', 'x', '{"a":1}', 'c1'),
          call('y4', 'y', '{}', 'c2'),
        ]),
      ],
      ['reasoning Hm.', 'text Hello', 'x({"a":1})', 'y({})'],
    ],
    [
      'stable ids that change with the end',
      [
        ...[
          added(message('m1'), at(0)),
          text('He', at(0, one)),
          text('llo', at(0, one)),
          textDone('Hello', at(0, { item_id: 'y' })),
        ],
        ...[done(message('z', 'Hello'), at(0)), completed([message('w', 'Hello')])],
      ],
      ['text Hello'],
    ],
    [
      'text under another index than its item',
      [
        added(message('m'), at(1)),
        text('Hel', at(0)),
        text('lo', at(0)),
        done(message('m', 'Hello'), at(1)),
        completed([message('m', 'Hello')]),
      ],
      ['text Hello'],
    ],
    [
      'reasoning and text in one item',
      [
        ...[
          added(message('m'), at(0)),
          piece('reasoning_text')('Hm.', at(0, { item_id: 'm' })),
          text('Hi', at(0, { item_id: 'm' })),
        ],
        completed([reasoning('r', 'Hm.'), message('m', 'Hi')]),
      ],
      ['reasoning Hm.', 'text Hi'],
    ],
    [
      'a list that leaves out an equal message',
      [text('One', at(0)), text('Two', at(1)), completed([message(undefined, 'Two')])],
      ['text One', 'text Two'],
    ],
  ]
  test.each(rows)('%s', (_, payloads, shows) => expect(shown(payloads)).toEqual(shows))
})

describe('the parts of a message are known by their order', () => {
  const part = (content_index: number) => at(0, { content_index })
  const oslo = 'Oslo is it.'
  const pieces = ['Oslo ', 'is ', 'it.']
  const rows: Rows = [
    [
      'an index that grows with every delta',
      [
        ...[added(message('m'), at(0)), partAdded(part(1)), ...pieces.map((one, nth) => text(one, part(nth + 1)))],
        ...[textDone(oslo, part(3)), done(message('m', oslo), at(0)), completed([message('m', oslo)])],
      ],
      [`text ${oslo}`],
    ],
    [
      'a part that is announced with every delta',
      [
        ...pieces.flatMap((one, nth) => [partAdded(part(nth)), text(one, part(nth))]),
        textDone(oslo, part(2)),
        completed([message('m', oslo)]),
      ],
      [`text ${oslo}`],
    ],
    [
      'an index that is 1 in the deltas',
      [partAdded(part(1)), text(oslo, part(1)), completed([message('m', oslo)])],
      [`text ${oslo}`],
    ],
    [
      'two parts under one index',
      [
        ...['A', 'B'].flatMap((one) => [partAdded(part(0)), text(one, part(0)), textDone(one, part(0))]),
        completed([message('m', 'A', 'B')]),
      ],
      ['text A|B'],
    ],
    [
      'two parts that nobody announced',
      [text('A', part(0)), text('B', part(1)), completed([message('m', 'A', 'B')])],
      ['text A|B'],
    ],
  ]
  test.each(rows)('%s', (_, payloads, shows) => expect(shown(payloads)).toEqual(shows))
})

describe('thoughts inside the text are reasoning', () => {
  const chunk = (delta: Payload, finish_reason: string | null = null): Payload => ({
    choices: [{ index: 0, delta, finish_reason }],
  })
  const tagged = '<think>\nHm.</think>\n\nHello'
  const closed = 'Hm.\n</think>\n\nHello'
  const inChat = (given: string) => [...[...given].map((content) => chunk({ content })), chunk({}, 'stop')]
  const inResponses = (given: string) => [
    ...[added(message('m'), at(0)), ...[...given].map((one) => text(one, at(0))), textDone(given, at(0))],
    ...[done(message('m', given), at(0)), completed([message('m', given)])],
  ]
  const rows: Rows = [
    ['a chat stream', inChat(tagged), ['reasoning Hm.', 'text Hello']],
    ['a chat stream with the closing tag alone', inChat(closed), ['reasoning Hm.', 'text Hello']],
    ['a chat stream that thinks to its end', inChat('<think>\nHm, I'), ['reasoning Hm, I']],
    ['a Responses stream', inResponses(tagged), ['reasoning Hm.', 'text Hello']],
    ['a Responses stream with the closing tag alone', inResponses(closed), ['reasoning Hm.', 'text Hello']],
    ['a response', [{ object: 'response', output: [message('m', tagged)] }], ['reasoning Hm.', 'text Hello']],
    ['a chat completion', [{ choices: [{ message: { content: closed } }] }], ['reasoning Hm.', 'text Hello']],
    [
      'a message that our router ended when it turned out to be reasoning',
      [
        ...[
          added(message('m0'), at(0)),
          text('Hm.\n', at(0)),
          done(message('m0', 'Hm.\n'), at(0)),
          added(message('m1'), at(1)),
        ],
        ...[text('Hello', at(1)), completed([reasoning('r', 'Hm.'), message('m1', 'Hello')])],
      ],
      ['reasoning Hm.', 'text Hello'],
    ],
    ['tags in prose', inChat('The <think> tag.'), ['text The <think> tag.']],
  ]
  test.each(rows)('%s', (_, payloads, shows) => expect(shown(payloads)).toEqual(shows))
})

test('reasoning that only the provider can read is told as such', () => {
  const item = { ...reasoning('r'), encrypted_content: 'gAAAA' }
  expect(shown([added(item, at(0)), done(item, at(0)), completed([item])])).toEqual(['reasoning encrypted'])
})

test('a whole chat message behind its deltas is not said twice', () => {
  const chunk = (choice: Payload): Payload => ({ choices: [{ index: 0, ...choice }] })
  const repeat = chunk({ message: { content: 'Hello you' }, finish_reason: 'stop' })
  expect(shown([chunk({ delta: { content: 'Hello ' } }), chunk({ delta: { content: 'you' } }), repeat])).toEqual([
    'text Hello you',
  ])
})

test('the text of the response counts where its output is empty', () => {
  expect(shown([{ type: 'response.completed', response: { output: [], output_text: 'Hello' } }])).toEqual([
    'text Hello',
  ])
})
