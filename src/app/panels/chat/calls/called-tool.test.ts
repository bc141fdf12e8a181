import { expect, test } from 'vitest'
import { calledTool, callKey, resultFields } from './called-tool.ts'

const call = (given: string, name = 'f', custom = false) => ({ name, custom, arguments: given })

test('the tool of a call is found flat, nested and in a namespace, by its plain name', () => {
  const flat = { type: 'function', name: 'f', parameters: { type: 'object' } }
  const { type: _, ...inside } = flat
  const nested = { type: 'function', function: inside }
  const within = { type: 'namespace', name: 'n', tools: [{ ...flat, parameters: { type: 'array' } }] }
  for (const tools of [[flat], [nested], [within, nested], [{ type: 'web_search' }, flat]])
    expect(calledTool({ tools }, 'f')).toMatchObject({ parameters: { type: 'object' } })
  expect(calledTool({ tools: [within] }, 'f')).toMatchObject({ parameters: { type: 'array' } })
  for (const tools of [undefined, 'f', [null, 7, { name: 'f' }], { f: flat }])
    expect(calledTool({ tools }, 'f')).toBeUndefined()
  expect(calledTool({ tools: [flat] }, 'constructor')).toBeUndefined()
})

test('calls of one tool with equal arguments have one key, whatever the order and the spaces', () => {
  const key = callKey(call('{"a":1,"b":{"c":[1,2],"d":null}}'))
  expect(callKey(call(' {"b": {"d": null, "c": [1, 2]}, "a": 1.0} '))).toBe(key)
  expect(callKey(call(''))).toBe(callKey(call('{}')))
  for (const other of [call('{"a":2}'), call('{"b":{"c":[2,1],"d":null},"a":1}'), call('{"a":"1"}')])
    expect(callKey(other)).not.toBe(key)
  expect(callKey(call('{}', 'g'))).not.toBe(callKey(call('{}')))
  expect(callKey(call('{"__proto__":1}'))).not.toBe(callKey(call('{}')))
})

test('numbers that a double cannot tell apart are told apart', () => {
  expect(callKey(call('{"id":9007199254740993}'))).not.toBe(callKey(call('{"id":9007199254740992}')))
})

test('arguments that cannot be read have no key, and the text of a custom tool always has one', () => {
  for (const odd of ['{', 'Lisbon', `${'['.repeat(9000)}${']'.repeat(9000)}`])
    expect(callKey(call(odd))).toBeUndefined()
  expect(callKey(call('Lisbon', 'f', true))).toBe(callKey(call('Lisbon', 'f', true)))
})

test('a flat output schema makes a form', () => {
  const output_schema = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      degrees: { type: ['number', 'null'] },
      days: { type: 'integer' },
      sunny: { type: 'boolean' },
      wind: { enum: ['none', 'strong', 3] },
    },
  }
  const tools = [{ type: 'function', name: 'f', output_schema }]
  expect(resultFields({ tools }, 'f')).toEqual([
    { name: 'city', kind: 'text', choices: [] },
    { name: 'degrees', kind: 'number', choices: [] },
    { name: 'days', kind: 'integer', choices: [] },
    { name: 'sunny', kind: 'choice', choices: [true, false] },
    { name: 'wind', kind: 'choice', choices: ['none', 'strong', 3] },
  ])
})

test.each([
  { type: 'object' },
  { type: 'object', properties: { deep: { type: 'object' } } },
  { type: 'object', properties: { list: { type: 'array' } } },
  { type: 'object', properties: { any: {} } },
  { type: 'object', properties: { one: { enum: [{}] } } },
  { type: 'string' },
])('the output schema %j makes none', (output_schema) => {
  expect(resultFields({ tools: [{ type: 'function', name: 'f', output_schema }] }, 'f')).toBeUndefined()
})

test('without a schema the newest flat result of the same tool makes the form', () => {
  const result = (call_id: string, name: string, output: unknown) => [
    { type: 'function_call', call_id, name, arguments: '{}' },
    { type: 'function_call_output', call_id, output },
  ]
  const before = [
    ...result('a', 'f', '{"old":1}'),
    ...result('b', 'f', '{"t":21,"ok":true}'),
    ...result('c', 'g', '{}'),
  ]
  expect(resultFields({ input: before }, 'f')?.map(({ name, kind }) => [name, kind])).toEqual([
    ['t', 'number'],
    ['ok', 'choice'],
  ])
  expect(resultFields({ input: 'words' }, 'f')).toBeUndefined()
  expect(resultFields({ input: result('a', 'f', '21 degrees') }, 'f')).toBeUndefined()
  expect(resultFields({ input: result('a', 'f', '{"list":[1]}') }, 'f')).toBeUndefined()
})
