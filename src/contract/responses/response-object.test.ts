import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { beginResponse, ResponseObject } from './response-object.ts'

/** The keys that the Open Responses standard makes mandatory. */
const keys =
  `id object created_at completed_at status incomplete_details model previous_response_id instructions output error tools
  tool_choice truncation parallel_tool_calls text top_p presence_penalty frequency_penalty top_logprobs temperature reasoning usage
  max_output_tokens max_tool_calls store background service_tier metadata safety_identifier prompt_cache_key`.split(
    /\s+/,
  )

const begin = (request: object) =>
  beginResponse({ model: 'm', input: 'hi', ...request }, { id: 'resp_1', createdAt: 1_790_000_000 })

test('a response has exactly the 31 keys, nulls among them, before and after JSON', () => {
  expect(keys).toHaveLength(31)
  const response: unknown = JSON.parse(JSON.stringify(begin({})))
  expect(Object.keys(response ?? {}).sort()).toEqual([...keys].sort())
  expect(z.safeParse(ResponseObject, response).success).toBe(true)
})

test.each(keys)('a response without %s is not whole', (key) => {
  const { [key]: _, ...rest } = { ...begin({}) }
  expect(z.safeParse(ResponseObject, rest).success).toBe(false)
})

test("the request's parameters are told back", () => {
  const told = {
    instructions: 'Be brief.',
    max_output_tokens: 20,
    temperature: 0,
    top_p: 0,
    parallel_tool_calls: false,
    metadata: { a: 'b' },
    previous_response_id: 'resp_0',
    truncation: 'auto',
    service_tier: 'flex',
    store: true,
    background: true,
    top_logprobs: 3,
    max_tool_calls: 2,
    presence_penalty: -1,
    frequency_penalty: 1,
    safety_identifier: 's',
    prompt_cache_key: 'p',
    tool_choice: 'required',
  }
  expect(begin(told)).toMatchObject(told)
})

test('what was not set has its usual value', () => {
  expect(begin({})).toMatchObject({
    status: 'in_progress',
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    parallel_tool_calls: true,
    text: { format: { type: 'text' } },
    reasoning: { effort: null, summary: null },
    metadata: {},
  })
})

test('reasoning, format and tools are told back in the Responses form, function tools with every key', () => {
  const response = begin({
    reasoning: { effort: 'high', mode: 'pro' },
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
    tools: [{ type: 'function', function: { name: 'f' } }, { type: 'web_search' }],
  })
  expect(response.reasoning).toEqual({ effort: 'high', mode: 'pro', summary: null })
  const usual = { description: '', strict: false }
  expect(response.text).toEqual({ format: { type: 'json_schema', name: 'a', schema: {}, ...usual } })
  expect(response.tools).toEqual([
    { type: 'function', name: 'f', description: null, parameters: null, strict: null },
    { type: 'web_search' },
  ])
})

test.each(['text', 'response_format'])('a schema in %s keeps its description and whether it is strict', (place) => {
  const told = { name: 'a', description: 'An answer', strict: true, schema: { type: 'object' } }
  const sent =
    place === 'text'
      ? { text: { format: { type: 'json_schema', ...told } } }
      : { response_format: { type: 'json_schema', json_schema: told } }
  expect(begin(sent).text).toEqual({ format: { type: 'json_schema', ...told } })
})

test('null in an extension is the same as leaving it out', () => {
  const nulls = { truncation: null, service_tier: null, store: null, top_logprobs: null, presence_penalty: null }
  expect(begin(nulls)).toEqual(begin({}))
})
