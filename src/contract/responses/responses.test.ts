import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ResponsesRequest, responsesCheck } from './responses.ts'

const base = { model: 'gen-5.4-pro', input: 'hello' }
const issueOf = (body: unknown) => z.safeParse(ResponsesRequest, body).error?.issues[0]

/** Every parameter of §4.2 with a value of its type, and one of another. */
const typed: readonly (readonly [name: string, right: unknown, wrong: unknown])[] = [
  ['model', 'any/model:free', 5],
  ['input', [{ role: 'user', content: 'hi' }], 5],
  ['messages', [{ role: 'user', content: 'hi' }], 'hi'],
  ['instructions', 'Be brief.', ['Be brief.']],
  ['max_output_tokens', 1, '100'],
  ['max_output_tokens', 10_000_000, 12.5],
  ['reasoning', { effort: 'high', mode: 'pro' }, 'high'],
  ['temperature', 0, '0.7'],
  ['temperature', 7.5, true],
  ['top_p', 0.25, {}],
  ['stream', false, 'true'],
  ['tools', [{ type: 'web_search' }], { type: 'web_search' }],
  ['tool_choice', 'required', 1],
  ['tool_choice', { type: 'function', name: 'f' }, []],
  ['parallel_tool_calls', true, 1],
  ['text', { format: { type: 'json_object' } }, 'json'],
  ['response_format', { type: 'json_object' }, 'json_object'],
  ['metadata', { a: 'b', c: 1 }, ['a']],
]

test.each(typed)('%s has one type', (name, right, wrong) => {
  const { input: _, ...rest } = base
  expect(z.safeParse(ResponsesRequest, { ...rest, [name]: right }).success).toBe(true)
  expect(issueOf({ ...rest, [name]: wrong })?.path[0]).toBe(name)
})

const optional = [...new Set(typed.map(([name]) => name))].filter((name) => !/^(model|input|messages)$/.test(name))

test.each(optional)('%s may be null, as the official clients send what is not set', (name) => {
  const body = { ...base, [name]: null }
  expect(z.safeParse(ResponsesRequest, body)).toEqual({ success: true, data: body })
  expect(responsesCheck(body)).toBeUndefined()
})

test.each(['model', 'input', 'messages'])('%s may not be null', (name) => {
  const { input: _, ...rest } = base
  expect(issueOf({ ...rest, [name]: null })?.path).toEqual([name])
})

test.each([
  ['max_output_tokens', 1, 0],
  ['max_output_tokens', 2 ** 53 - 1, -1],
  ['top_logprobs', 0, -1],
  ['top_logprobs', 20, 21],
  ['max_tool_calls', 1, 0],
])('%s takes %s and not %s', (name, inside, outside) => {
  expect(issueOf({ ...base, [name]: inside })).toBeUndefined()
  expect(issueOf({ ...base, [name]: outside })?.path).toEqual([name])
})

test.each([
  ['an unknown effort', { reasoning: { effort: 'ultra', context: 'all_turns' } }],
  ['null inside reasoning', { reasoning: { effort: null, mode: null, summary: null } }],
  ['an unknown tool choice', { tool_choice: 'sometimes' }],
  ['a choice among allowed tools', { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } }],
  ['null in an extension', { previous_response_id: null, truncation: null, top_logprobs: null, store: null }],
  ['an unknown format', { text: { format: { type: 'grammar' } } }],
  ['a hosted tool', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }],
  ['a flat function', { tools: [{ type: 'function', name: 'f', parameters: null, strict: null }] }],
  ['a nested function', { tools: [{ type: 'function', function: { name: 'f' } }] }],
])('%s is let through unchanged', (_case, more) => {
  const body = { ...base, ...more }
  expect(z.safeParse(ResponsesRequest, body)).toEqual({ success: true, data: body })
})

test.each([
  [{ tools: [{ name: 'f' }] }, ['tools', 0, 'type']],
  [{ tools: [{ type: '' }] }, ['tools', 0, 'type']],
  [{ tools: [{ type: 'custom' }, { type: 'function' }] }, ['tools', 1, 'name']],
  [{ tools: [{ type: 'function', name: '' }] }, ['tools', 0, 'name']],
  [{ tools: [{ type: 'function', function: { description: 'x' } }] }, ['tools', 0, 'function', 'name']],
  [{ tools: [{ type: 'function', function: null }] }, ['tools', 0, 'function', 'name']],
  [{ tools: ['f'] }, ['tools', 0]],
  [{ messages: ['hi'] }, ['messages', 0]],
  [{ include: [1] }, ['include', 0]],
  [{ reasoning: { effort: 3 } }, ['reasoning', 'effort']],
  [{ text: { format: 'json' } }, ['text', 'format']],
])('%j is refused where it is wrong', (more, path) => {
  expect(issueOf({ ...base, ...more })?.path).toEqual(path)
})

test('an input item that is no object is named inside the union', () => {
  const issue = issueOf({ model: 'm', input: [{ role: 'user', content: 'hi' }, 'hi'] })
  expect(issue).toMatchObject({ code: 'invalid_union', path: ['input'] })
  expect(issue?.code === 'invalid_union' && issue.errors.map(([first]) => first?.path)).toEqual([[], [1]])
})

const weather = { type: 'function', name: 'get_weather' }

test.each([
  [{}, 'input'],
  [{ input: 'a', messages: [] }, 'messages'],
  [{ input: 'a', text: { format: {} }, response_format: {} }, 'response_format'],
  [{ input: '' }, undefined],
  [{ messages: [] }, undefined],
  [{ input: 'a', text: { verbosity: 'low' }, response_format: {} }, undefined],
  [{ input: 'a', text: { format: {} } }, undefined],
  [{ input: 'a', text: { format: {} }, response_format: null }, undefined],
  [{ input: 'a', text: null, response_format: {} }, undefined],
  [{ input: 'a', tools: [weather, { ...weather, description: 'again' }] }, 'tools'],
  [{ input: 'a', tools: [weather, { type: 'function', function: { name: 'get_weather' } }] }, 'tools'],
  [{ input: 'a', tools: [weather, { type: 'custom', name: 'get_weather' }] }, 'tools'],
  [{ input: 'a', tools: [weather, { type: 'function', name: '__proto__' }, { type: 'web_search' }] }, undefined],
  [
    {
      input: 'a',
      tools: [
        { type: 'mcp', name: 'a' },
        { type: 'mcp', name: 'a' },
      ],
    },
    undefined,
  ],
  [{ input: 'a', tools: null }, undefined],
])('%j is checked as a whole: %s', (body, param) => {
  expect(responsesCheck(body)?.param).toBe(param)
})
