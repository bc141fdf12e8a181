import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedData } from '../../testing/shared-data.ts'
import { chatRequest } from './chat-request.ts'

const model = 'llama'
const user = (content: unknown) => ({ role: 'user', content })
const weather = { type: 'function', name: 'weather', description: null, parameters: { type: 'object' }, strict: true }
const nested = { type: 'function', function: { name: 'weather', parameters: { type: 'object' }, strict: true } }
const call = (id: string) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'f', arguments: '{}' })
const chatCall = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'Sun' })

test('a text becomes one message, and unknown fields go along', () => {
  expect(
    chatRequest({ model, input: 'Hi', temperature: 0.5, top_p: 1, seed: 7, metadata: { a: 'b' }, user: 'u' }),
  ).toEqual({
    ...{ model, temperature: 0.5, top_p: 1, seed: 7, metadata: { a: 'b' }, user: 'u' },
    messages: [user('Hi')],
  })
})

test('instructions come first, then system items, in one message', () => {
  const input = [user('Hi'), { role: 'developer', content: 'Two' }, { role: 'system', content: 'Three' }]
  expect(chatRequest({ model, instructions: 'One', input }).messages).toEqual([
    { role: 'system', content: 'One\n\nTwo\n\nThree' },
    user('Hi'),
  ])
  const messages = [user('Hi'), { role: 'system', content: 'Two' }, { role: 'assistant', content: 'Yes?' }]
  expect(chatRequest({ model, instructions: 'One', messages }).messages).toEqual([
    { role: 'system', content: 'One\n\nTwo' },
    user('Hi'),
    { role: 'assistant', content: 'Yes?' },
  ])
})

test('parts take the names of chat completions, and what both share stays', () => {
  const url = 'data:image/png;base64,AA=='
  const content = [
    { type: 'input_text', text: 'Look' },
    { type: 'input_image', image_url: url, detail: 'high' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
    { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
    { type: 'input_audio', data: 'AA==', format: 'mp3' },
    { type: 'video_url', video_url: { url } },
  ]
  expect(chatRequest({ model, input: [user(content)] }).messages).toEqual([
    user([
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url, detail: 'high' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } },
      { type: 'video_url', video_url: { url } },
    ]),
  ])
})

test('what the assistant thought, said and called in one turn is one message, followed by the outputs', () => {
  const input = [
    user('Weather?'),
    { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'Hmm' }] },
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'So' }],
    },
    ...[call('a'), call('b'), output('a')],
    {
      ...output('b'),
      output: [
        { type: 'input_text', text: 'Ra' },
        { type: 'input_text', text: 'in' },
      ],
    },
    call('c'),
    output('c'),
  ]
  const expected = [
    user('Weather?'),
    { role: 'assistant', content: 'So', reasoning_content: 'Hmm', tool_calls: [chatCall('a'), chatCall('b')] },
    { role: 'tool', tool_call_id: 'a', content: 'Sun' },
    { role: 'tool', tool_call_id: 'b', content: 'Rain' },
    { role: 'assistant', content: null, tool_calls: [chatCall('c')] },
    { role: 'tool', tool_call_id: 'c', content: 'Sun' },
  ]
  expect(chatRequest({ model, input }).messages).toEqual(expected)
  const { messages } = chatRequest({ model, input }, { reasoningField: null })
  expect(JSON.stringify(messages)).not.toContain('Hmm')
  // Sent as messages, the same conversation is the same, but for its ids.
  expect(chatRequest({ model, messages: expected }).messages).toEqual(expected)
})

test('reasoning alone is no message: several servers refuse one', () => {
  const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hmm' }] }
  expect(chatRequest({ model, input: [user('Hi'), reasoning, user('So?')] }).messages).toEqual([
    user('Hi'),
    user('So?'),
  ])
})

test.each<[tools: unknown[], choice: unknown, expected: object]>([
  [[weather], undefined, { tools: [nested] }],
  [[nested], 'required', { tools: [nested], tool_choice: 'required' }],
  [[weather], 'none', { tools: [nested], tool_choice: 'none' }],
  [
    [weather],
    { type: 'function', name: 'weather' },
    { tools: [nested], tool_choice: { type: 'function', function: { name: 'weather' } } },
  ],
  [
    [weather, { type: 'function', name: 'other' }],
    { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'weather' }] },
    { tools: [nested], tool_choice: 'required' },
  ],
  [
    [{ type: 'function', name: 'f', parameters: null }],
    'auto',
    { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }] },
  ],
  [[], 'auto', {}],
])('tools %j with the choice %j are sent nested', (tools, tool_choice, expected) => {
  const { model: _, messages, ...rest } = chatRequest({ model, input: 'Hi', tools, tool_choice })
  expect(rest).toEqual(expected)
})

const schema = { type: 'object' }
test.each<[body: object, expected: object]>([
  [{ text: { format: { type: 'text' }, verbosity: 'low' } }, { verbosity: 'low' }],
  [{ text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
  [
    { text: { format: { type: 'json_schema', name: 'a', schema, strict: true, description: null } } },
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema, strict: true } } },
  ],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
  ],
  [{ max_output_tokens: 9 }, { max_tokens: 9 }],
  [{ reasoning: { effort: 'low', summary: 'auto', mode: 'standard' } }, { reasoning_effort: 'low' }],
  [{ reasoning: { max_tokens: 9 } }, { reasoning: { max_tokens: 9 } }],
  [{ top_logprobs: 3 }, { logprobs: true, top_logprobs: 3 }],
  [{ include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] }, { logprobs: true }],
  [{ stream: true }, { stream: true, stream_options: { include_usage: true } }],
  [{ stream: false, store: true, truncation: 'auto', background: false }, {}],
  [{ parallel_tool_calls: false }, {}],
  [
    { parallel_tool_calls: false, tools: [weather] },
    { parallel_tool_calls: false, tools: [nested] },
  ],
])('%j is sent as %j', (body, expected) => {
  const { model: _, messages, ...rest } = chatRequest({ model, input: 'Hi', ...body })
  expect(rest).toEqual(expected)
})

test('a server may want the newer name of the limit', () => {
  const body = { model, input: 'Hi', max_output_tokens: 9 }
  expect(chatRequest(body, { limitField: 'max_completion_tokens' })).toMatchObject({ max_completion_tokens: 9 })
})

const at = (item: object) => ({ input: [user('Hi'), item] })
test.each<[param: string, body: object]>([
  ['previous_response_id', { previous_response_id: 'resp_1' }],
  ['conversation', { conversation: { id: 'c' } }],
  ['prompt', { prompt: { id: 'p' } }],
  ['background', { background: true }],
  ['reasoning.mode', { reasoning: { mode: 'pro' } }],
  ['tools[1]', { tools: [weather, { type: 'web_search' }] }],
  ['tools[0]', { tools: [{ type: 'custom', name: 'c' }] }],
  ['tool_choice', { tools: [weather], tool_choice: { type: 'web_search' } }],
  ['tool_choice.tools', { tools: [weather], tool_choice: { type: 'allowed_tools', tools: [] } }],
  ['input[1]', at({ type: 'item_reference', id: 'msg_1' })],
  ['input[1]', at({ type: 'custom_tool_call', call_id: 'a', name: 'c', input: '' })],
  ['input[1].output[0]', at({ ...output('a'), output: [{ type: 'input_image', image_url: 'https://a' }] })],
  ['input[1].content[0]', at(user([{ type: 'input_image', file_id: 'file_1' }]))],
  ['input[1].content[0].file_url', at(user([{ type: 'input_file', file_url: 'https://a' }]))],
])('what chat completions cannot do is a 400 at %s', (param, body) => {
  const refused = expect.objectContaining({
    status: 400,
    facts: { param },
    message: expect.stringContaining(`${param}: `),
  })
  expect(() => chatRequest({ model, input: 'Hi', ...body })).toThrow(refused)
})

/** Every place of a request that holds a text of its author. */
function everywhere(text: string) {
  const input = [
    user(text),
    { role: 'assistant', content: text },
    { ...call('a'), arguments: text },
    { ...output('a'), output: text },
  ]
  const { messages, ...rest } = chatRequest({ model, input, instructions: `x${text}`, seed: text })
  return JSON.stringify([messages, rest.seed])
}

function expectKept(text: string) {
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: text } }]
  const messages = [
    { role: 'system', content: `x${text}` },
    { role: 'user', content: text },
    { role: 'assistant', content: text, tool_calls },
    { role: 'tool', tool_call_id: 'a', content: text },
  ]
  expect(everywhere(text)).toBe(JSON.stringify([messages, text]))
}

test('every text keeps its characters', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), expectKept), { seed: 20261124 })
})

const folder = sharedData('corpora/json/test_parsing')
test.skipIf(!folder)('so do the strings of JSON test files (TEST_DATA)', () => {
  const texts = readdirSync(folder ?? '')
    .filter((name) => name.startsWith('y_string'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')))
    .filter((text) => typeof text === 'string')
  expect(texts.length).toBeGreaterThan(30)
  for (const text of texts) expectKept(text)
})
