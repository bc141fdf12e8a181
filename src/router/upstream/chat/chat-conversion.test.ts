import { expect, test } from 'vitest'
import type { ResponseObject } from '#contract/responses/response-object.ts'
import { dataOf, delta, eventsOf, only, piece, responseOf, sse } from '../../testing/chat-bodies.ts'

const calls = ({ output }: ResponseObject) =>
  output
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id, name, arguments: given }) => [call_id, name, given])

test.each<[what: string, chunks: object[], expected: [unknown, string, string][]]>([
  [
    'a late name',
    [piece(0, 'a', null, '{"x'), piece(0, null, '', '":'), piece(0, null, 'f', '1}')],
    [['a', 'f', '{"x":1}']],
  ],
  ['a late id', [piece(0, undefined, 'f', '{'), piece(0, 'a', '', '}')], [['call_ab0', 'f', '{}']]],
  [
    'no id and no index',
    [piece(undefined, '', 'f', '{}'), piece(undefined, '', 'g', '{}')],
    [
      ['call_ab0', 'f', '{}'],
      ['call_ab1', 'g', '{}'],
    ],
  ],
  [
    'one index for all',
    [piece(0, 'a', 'f', '{}'), piece(0, 'b', 'g', '{'), piece(0, 'b', 'g', '}')],
    [
      ['a', 'f', '{}'],
      ['b', 'g', '{}'],
    ],
  ],
  ['arguments under another index', [piece(0, 'a', 'f', ''), piece(1, null, '', '{}')], [['a', 'f', '{}']]],
  ['an index that begins at 1', [piece(1, 'a', 'f', ''), piece(1, null, null, '{}')], [['a', 'f', '{}']]],
  ['the name with every piece', [piece(0, 'a', 'f', '{'), piece(0, 'a', 'f', '}')], [['a', 'f', '{}']]],
  ['an id that changes', [piece(0, 'a', 'f', '{'), piece(0, 'b', '', '}')], [['a', 'f', '{}']]],
  ['arguments that are an object', [piece(0, 'a', 'f', { x: 1 })], [['a', 'f', '{"x":1}']]],
  ['no arguments', [piece(0, 'a', 'f', null)], [['a', 'f', '{}']]],
])('tool calls are joined: %s', async (_, chunks, expected) => {
  expect(calls(await responseOf(sse(...chunks, delta({}, 'tool_calls'))))).toEqual(expected)
})

test.each<[what: string, said: object, content: object[]]>([
  [
    'parts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    [{ type: 'output_text', text: 'ab' }],
  ],
  ['a refusal', { content: null, refusal: 'No' }, [{ type: 'refusal', refusal: 'No' }]],
  [
    'a part of another kind',
    { content: 'a', images: [{ type: 'image_url' }] },
    [{ type: 'output_text' }, { type: 'image_url' }],
  ],
  [
    'annotations',
    { content: 'a', annotations: [{ type: 'url_citation', url_citation: { url: 'https://a', title: 't' } }] },
    [{ annotations: [{ type: 'url_citation', url: 'https://a', title: 't' }] }],
  ],
])('a message of %s is converted, streamed or whole', async (_, said, content) => {
  const expected = [{ type: 'message', content: content.map((part) => expect.objectContaining(part)) }]
  const completion = {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason: 'stop' }],
  }
  for (const text of [sse(delta(said), delta({}, 'stop')), JSON.stringify(completion, undefined, 2), sse(completion)])
    expect((await responseOf(text)).output).toMatchObject(expected)
})

const reasoned = [
  { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] },
  { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
]
test.each([
  ['in tags', '<think>\nHm.\n</think>\n\nHello'],
  ['with the closing tag alone', 'Hm.\n</think>\n\nHello'],
])('thoughts inside the content are a reasoning item: %s', async (_, text) => {
  const completion = { choices: [{ index: 0, message: { content: text }, finish_reason: 'stop' }] }
  const pieces = [...text].map((content) => delta({ content }))
  for (const body of [
    sse(...pieces, delta({}, 'stop')),
    sse(delta({ content: text }, 'stop')),
    JSON.stringify(completion),
  ])
    expect((await responseOf(body)).output).toMatchObject(reasoned)
})

test('thoughts without an end are reasoning, and tags in prose stay', async () => {
  const outputOf = async (text: string) =>
    (await responseOf(sse(...[...text].map((content) => delta({ content })), delta({}, 'stop')))).output
  expect(await outputOf('<think>\nHm, I')).toMatchObject([{ type: 'reasoning', content: [{ text: 'Hm, I' }] }])
  expect(await outputOf('The </think> tag <')).toMatchObject([{ content: [{ text: 'The </think> tag <' }] }])
})

test('each item of a stream that turns out to be reasoning is opened and closed once', async () => {
  const events = await eventsOf(only(sse(delta({ content: 'Hm.\n' }), delta({ content: '</think>\nHello' }, 'stop'))))
  const of = (type: string) => events.filter((event) => event.type === type).map(({ output_index }) => output_index)
  expect(of('response.output_item.added')).toEqual([0, 1])
  expect(of('response.output_item.done')).toEqual([0, 1])
})

test('log probabilities go with their texts', async () => {
  const chunks = ['a', 'b'].map((token) => {
    const [choice] = delta({ content: token }).choices
    return { choices: [{ ...choice, logprobs: { content: [{ token, logprob: -1 }] } }] }
  })
  const logprobs = [
    { token: 'a', logprob: -1 },
    { token: 'b', logprob: -1 },
  ]
  expect((await responseOf(sse(...chunks, delta({}, 'stop')))).output).toMatchObject([
    { content: [{ text: 'ab', logprobs }] },
  ])
})

test.each([
  { reasoning: 'Hm' },
  { reasoning: 'Hm', reasoning_content: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] },
  {
    reasoning_details: [
      { type: 'reasoning.summary', summary: 'Hm' },
      { type: 'reasoning.encrypted', data: 'x' },
    ],
  },
  { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] },
  { content: 'Hm', extra_content: { google: { thought: true } } },
])('reasoning is found in %j', async (said) => {
  const { output } = await responseOf(sse(delta(said), delta({ content: 'So' }, 'stop')))
  expect(output).toMatchObject([{ type: 'reasoning', content: [{ text: 'Hm' }] }, { type: 'message' }])
})

test.each([
  ['length', 'incomplete', { reason: 'max_output_tokens' }],
  ['content_filter', 'incomplete', { reason: 'content_filter' }],
  ['stop', 'completed', null],
  ['eos', 'completed', null],
])('the reason %s ends a response as %s', async (reason, status, incomplete_details) => {
  const response = await responseOf(
    sse(delta({ content: 'a' }), piece(0, 'a', 'f', '{}'), piece(1, 'b', 'f', '{"x'), delta({}, reason)),
  )
  expect(response).toMatchObject({ status, incomplete_details, usage: null })
  expect(response.output.map((item) => item.status)).toEqual(['completed', 'completed', status])
})

test('what follows the end is counts and sources alone, even where the body breaks', async () => {
  const done = {
    object: 'chat.completion.done',
    choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
    citations: ['https://a'],
  }
  const stream = dataOf([delta({ content: 'a' }), delta({ content: 'b' }, 'stop'), done])
  expect(await responseOf(stream)).toMatchObject({
    output: [{ content: [{ text: 'ab' }] }],
    usage: { input_tokens: 3 },
    citations: ['https://a'],
  })
  const cut = `${stream}${dataOf([{ choices: [], usage: { prompt_tokens: null } }])}data: {"cho`
  expect(await responseOf(cut)).toMatchObject({ status: 'completed', usage: { input_tokens: 3 } })
  const {
    choices: [last],
  } = done
  expect(await responseOf(sse(delta({ content: 'ab' }), { choices: [last] }))).toMatchObject({
    output: [{ content: [{ text: 'ab' }] }],
  })
})
