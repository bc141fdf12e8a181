import { expect, test } from 'vitest'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { chatAnswer, delta, only, piece, sse } from '../../testing/chat-bodies.ts'
import { chatRequest } from './chat-request.ts'
import type { ResponseEvent } from './response-writer.ts'
import { collectResponse, responseEvents } from './responses-reply.ts'

/** Tools as OpenAI’s Codex CLI sends them. */
const patch = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
}
const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: { type: 'object' } }
const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'w',
  strict: false,
  parameters: { type: 'object' },
}
const agents = { type: 'namespace', name: 'mcp__weather', description: 'd', tools: [weather] }
const exec = { type: 'namespace', name: 'functions', description: '', tools: [{ type: 'custom', name: 'exec' }] }
const more = { type: 'additional_tools', role: 'developer', id: 'at_1', tools: [exec] }
const request = {
  model: 'm',
  tools: [patch, search, agents, { type: 'web_search', external_web_access: true }],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  input: [more, { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Go' }] }],
  store: false,
  include: ['reasoning.encrypted_content'],
}

const named = (name: string, details: object) => ({ type: 'function', function: { name, ...details } })
const input = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const freeText = { ...input, additionalProperties: false }
const weatherSent = { description: 'w', strict: false, parameters: { type: 'object' } }

test('tools of every kind become functions with names of their own', () => {
  const { tools, tool_choice, messages } = chatRequest(request)
  expect(tools).toEqual([
    named('apply_patch', {
      description: 'Edits files.\n\ninput has to match this lark grammar:\nstart: "*** Begin Patch"',
      parameters: freeText,
    }),
    named('tool_search', { description: 'Finds tools.', parameters: { type: 'object' } }),
    named('mcp__weather__get_weather', weatherSent),
    named('functions__exec', { description: '', parameters: freeText }),
  ])
  expect([tool_choice, messages]).toEqual([undefined, [{ role: 'user', content: 'Go' }]])
  const chosen = { type: 'function', name: 'get_weather', namespace: 'mcp__weather' }
  const sent = chatRequest({ ...request, tool_choice: chosen }).tool_choice
  expect(sent).toEqual(named('mcp__weather__get_weather', {}))
})

test('calls that come back, with their outputs, go on as calls of these functions', () => {
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'original' }
  const calls = [
    {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'a',
      name: 'get_weather',
      namespace: 'mcp__weather',
      arguments: '{}',
    },
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'b', name: 'apply_patch', input: '*** Begin' },
    { type: 'tool_search_call', id: 'tsc_1', call_id: 'c', execution: 'client', arguments: { query: 'q' } },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'See' }, image] },
    { type: 'custom_tool_call_output', call_id: 'b', output: 'Done' },
    { type: 'tool_search_output', call_id: 'c', tools: [{ type: 'namespace', name: 'n', tools: [weather] }] },
  ]
  const { messages, tools } = chatRequest({ ...request, input: [...request.input, ...calls] })
  const call = (id: string, name: string, given: string) => ({ id, ...named(name, { arguments: given }) })
  expect(messages).toEqual([
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        call('a', 'mcp__weather__get_weather', '{}'),
        call('b', 'apply_patch', '{"input":"*** Begin"}'),
        call('c', 'tool_search', '{"query":"q"}'),
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'See' },
    { role: 'tool', tool_call_id: 'b', content: 'Done' },
    { role: 'tool', tool_call_id: 'c', content: '{"tools":["n__get_weather"]}' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: image.image_url, detail: 'original' } }] },
  ])
  expect(tools).toContainEqual(named('n__get_weather', weatherSent))
})

const answer = { ...chatAnswer, request }
const chunks = [
  piece(0, 'a', 'mcp__weather__get_weather', '{"city":'),
  piece(0, undefined, undefined, '"Oslo"}'),
  piece(1, 'b', 'functions__exec', '{"input":"a \\"b\\"'),
  piece(1, undefined, undefined, '\\n"}'),
  piece(2, 'c', 'tool_search', '{"query":"q"}'),
  piece(3, 'd', 'made_up', '{}'),
  piece(4, 'e', 'apply_patch', 'no JSON'),
]
const items = [
  { type: 'function_call', call_id: 'a', name: 'get_weather', namespace: 'mcp__weather', arguments: '{"city":"Oslo"}' },
  { type: 'custom_tool_call', call_id: 'b', name: 'exec', namespace: 'functions', input: 'a "b"\n' },
  { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: { query: 'q' } },
  { type: 'function_call', call_id: 'd', name: 'made_up', arguments: '{}' },
  { type: 'custom_tool_call', call_id: 'e', name: 'apply_patch', input: 'no JSON' },
]

test('their calls are named back as the client knows them, in a stream and in JSON', async () => {
  const bytes = () => only(sse(...chunks, delta({}, 'tool_calls')))
  const { output, tools } = await collectResponse(bytes(), answer)
  expect(output).toMatchObject(items)
  expect(tools).toMatchObject(request.tools)
  const events: ResponseEvent[] = []
  for await (const event of responseEvents(bytes(), answer)) events.push(event)
  const of = (type: string) => events.filter((event) => event.type === `response.${type}`)
  expect(of('output_item.done').map(({ item }) => item)).toEqual(output)
  const added = of('output_item.added').map(({ item }) => item as JsonRecord)
  expect(added[0]).toMatchObject({ name: 'get_weather', namespace: 'mcp__weather', arguments: '' })
  expect(added[1]).toMatchObject({ type: 'custom_tool_call', namespace: 'functions', input: '' })
  expect(of('custom_tool_call_input.delta').map(({ delta: text }) => text)).toEqual(['a "b"\n', 'no JSON'])
  expect(of('custom_tool_call_input.done').map(({ input }) => input)).toEqual(['a "b"\n', 'no JSON'])
  expect(of('function_call_arguments.done').map(({ name }) => name)).toEqual(['get_weather', 'made_up'])
})
