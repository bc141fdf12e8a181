import { expect, test } from 'vitest'
import { requestFault, toolFaults } from './request-faults.ts'

const tool = (name: string, more: object = {}) => ({ type: 'function', name, ...more })
const said = (tools: unknown) => toolFaults(tools).map(({ at, path, words }) => `[${at}]${path}: ${words}`)

test('a name that is missing or used twice is said at its tool, flat or nested', () => {
  expect(said([tool('a'), tool(' '), { type: 'custom' }, { type: 'function', function: {} }])).toEqual([
    '[1].name: A tool needs a name.',
    '[2].name: A tool needs a name.',
    '[3].function.name: A tool needs a name.',
  ])
  expect(said([tool('a'), { type: 'function', function: { name: 'a' } }, { type: 'custom', name: 'a' }])).toEqual([
    '[1].function.name: "a" is used twice.',
    '[2].name: "a" is used twice.',
  ])
  expect(said([tool('__proto__'), tool('constructor'), { type: 'web_search' }, { type: 'web_search' }])).toEqual([])
})

test('parameters are an object, null or left out', () => {
  const wrong = [[], 'text', 7, true, { type: 'array' }, { type: 'strng' }]
  for (const parameters of wrong)
    expect(said([tool('a', { parameters })])).toEqual(['[0].parameters: Must be an object.'])
  for (const parameters of [null, undefined, {}, { type: 'object' }, { type: ['object', 'null'] }])
    expect(said([tool('a', { parameters })])).toEqual([])
})

test('what is no list of tools has no faults', () => {
  for (const odd of [null, 'tools', {}, [null, 7, [], {}]]) expect(said(odd)).toEqual([])
})

test('a request has one fault at a time, with its path', () => {
  expect(requestFault({ tools: [tool('a'), tool('a')] })).toBe('tools[1].name: "a" is used twice.')
  const schema: unknown[] = []
  expect(requestFault({ text: { format: { type: 'json_schema', schema } } })).toBe(
    'text.format.schema: must be an object.',
  )
  expect(requestFault({ response_format: { json_schema: { schema } } })).toBe(
    'response_format.json_schema.schema: must be an object.',
  )
  expect(requestFault({ tools: null, text: null, response_format: { type: 'text' } })).toBeUndefined()
})
