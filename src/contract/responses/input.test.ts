import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { instructionsOf, toResponses } from './input.ts'

const inputOf = (request: object) => toResponses({ model: 'm', ...request }).input
const said = (text: string) => [{ type: 'input_text', text }]

test('a text becomes a user item', () => {
  expect(inputOf({ input: 'hello' })).toEqual([{ role: 'user', content: said('hello') }])
})

test('input items keep their order and fields, with their content as parts', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
  expect(
    inputOf({
      input: [{ role: 'user', content: 'hi' }, call, { type: 'message', role: 'system', content: said('short') }],
    }),
  ).toEqual([{ role: 'user', content: said('hi') }, call, { type: 'message', role: 'system', content: said('short') }])
})

test('system and developer messages come first, in their order, and act as instructions behind the instructions', () => {
  const request = toResponses({
    model: 'm',
    instructions: 'First.',
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'system', content: 'Second.' },
      { role: 'developer', content: [{ type: 'text', text: 'Third.' }] },
    ],
  })
  expect(request.input.map(({ role }) => role)).toEqual(['system', 'developer', 'user'])
  expect(instructionsOf(request)).toEqual(['First.', 'Second.', 'Third.'])
  expect(request.instructions).toBe('First.')
  expect('messages' in request).toBe(false)
})

test('chat parts become Responses parts', () => {
  const content = [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'https://a.test/a.png', detail: 'low' } },
    { type: 'image_url', image_url: 'data:image/png;base64,AAAA' },
    { type: 'file', file: { file_id: 'f' } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'input_text', text: 'ready' },
  ]
  expect(inputOf({ messages: [{ role: 'user', name: 'ada', content }] })).toEqual([
    {
      role: 'user',
      name: 'ada',
      content: [
        { type: 'input_text', text: 'look' },
        { type: 'input_image', image_url: 'https://a.test/a.png', detail: 'low' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_file', file_id: 'f' },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        { type: 'input_text', text: 'ready' },
      ],
    },
  ])
})

test("an assistant's calls and a tool's answers become items of their own", () => {
  const items = inputOf({
    messages: [
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
          { id: 'c2', type: 'function', function: { name: 'g', arguments: { b: 2 } } },
          { id: 'c3', type: 'custom', custom: { name: 'h', input: 'raw' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: ' ' },
      { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'two' }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c4', function: { name: 'f' } }] },
    ],
  })
  expect(items).toEqual([
    { role: 'assistant', content: [{ type: 'output_text', text: 'Wait.', annotations: [] }] },
    { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
    { type: 'function_call', call_id: 'c2', name: 'g', arguments: '{"b":2}' },
    { type: 'custom_tool_call', call_id: 'c3', name: 'h', input: 'raw' },
    { type: 'function_call_output', call_id: 'c1', output: ' ' },
    { type: 'function_call_output', call_id: 'c2', output: said('two') },
    { type: 'function_call', call_id: 'c4', name: 'f', arguments: '{}' },
  ])
})

test.each([
  [
    { type: 'json_schema', json_schema: { name: 'a', schema: {}, strict: true } },
    { type: 'json_schema', name: 'a', schema: {}, strict: true },
  ],
  [
    { type: 'json_schema', name: 'a', schema: {} },
    { type: 'json_schema', name: 'a', schema: {} },
  ],
  [{ type: 'json_object' }, { type: 'json_object' }],
  [{}, { type: 'text' }],
  [undefined, { type: 'text' }],
])('the format %j lies flat in text.format, from either field', (format, flat) => {
  const older = toResponses({ model: 'm', input: '', response_format: format, text: { verbosity: 'low' } })
  expect(older.text).toEqual({ verbosity: 'low', format: flat })
  expect('response_format' in older).toBe(false)
  expect(toResponses({ model: 'm', input: '', text: { format } }).text.format).toEqual(flat)
})

test('chat-style tools and tool choices lie flat', () => {
  const tool = { type: 'function', function: { name: 'f', parameters: {} } }
  const { tools, tool_choice } = toResponses({
    model: 'm',
    tools: [tool, { type: 'web_search' }],
    tool_choice: { type: 'function', function: { name: 'f' } },
  })
  expect(tools).toEqual([{ type: 'function', name: 'f', parameters: {} }, { type: 'web_search' }])
  expect(tool_choice).toEqual({ type: 'function', name: 'f' })
  expect(toResponses({ model: 'm' })).toMatchObject({ tools: [], tool_choice: 'auto', input: [] })
})

const names = ['input', 'messages', 'tools', 'tool_choice', 'text', 'response_format', 'instructions']
const message = fc.dictionary(
  fc.constantFrom('role', 'content', 'tool_calls', 'tool_call_id', 'type', '__proto__'),
  fc.jsonValue(),
)
const request = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.jsonValue(), fc.array(message)))

test(`any request is converted, and converting twice changes nothing more (SEED=${seed})`, { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(request, (body) => {
      const once = toResponses(body)
      expect(toResponses(once)).toEqual(once)
      instructionsOf(once)
    }),
    { seed, numRuns: process.env.SOAK ? 5_000 : 200 },
  )
})
