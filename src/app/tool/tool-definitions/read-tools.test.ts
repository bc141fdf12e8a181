import { expect, test } from 'vitest'
import { readTools } from './read-tools.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const read = (value: unknown) => {
  const found = readTools(typeof value === 'string' ? value : JSON.stringify(value))
  return 'error' in found ? found : { tools: found.tools.map(({ definition }) => definition), notes: found.notes }
}
const weather = { type: 'function', name: 'get_weather', description: 'Weather', parameters: schema }

test('both shapes of OpenAI become the flat one, alone or in a list', () => {
  const nested = { type: 'function', function: { name: 'get_weather', description: 'Weather', parameters: schema } }
  for (const shape of [weather, [weather], nested, [nested]])
    expect(read(shape)).toEqual({ tools: [weather], notes: [] })
  expect(read({ name: 'old', parameters: schema })).toEqual({
    tools: [{ type: 'function', name: 'old', parameters: schema }],
    notes: [],
  })
})

test('of a request its tools are taken, and what else it has is said', () => {
  expect(read({ model: 'm', input: 'x', tools: [weather, { type: 'web_search' }] })).toEqual({
    tools: [weather, { type: 'web_search' }],
    notes: ['web_search: kept as it is (web_search).', 'Not imported: model, input.'],
  })
})

test('tools of Anthropic get parameters, their hosted ones stay', () => {
  const own = {
    name: 'get_weather',
    description: 'Weather',
    input_schema: schema,
    cache_control: { type: 'ephemeral' },
  }
  expect(read({ tools: [own, { type: 'custom', name: 'b', input_schema: schema }] })).toEqual({
    tools: [
      { ...weather, cache_control: { type: 'ephemeral' } },
      { type: 'function', name: 'b', parameters: schema },
    ],
    notes: ['get_weather: cache_control kept.'],
  })
  const hosted = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }
  expect(read(hosted)).toEqual({ tools: [hosted], notes: ['web_search: kept as it is (web_search_20250305).'] })
})

test('a list of MCP is read bare and inside of its JSON-RPC reply', () => {
  const tool = {
    ...{ name: 'get_weather', title: 'Weather', inputSchema: schema, outputSchema: { type: 'object' } },
    annotations: { readOnlyHint: true },
  }
  const result = { tools: [tool], nextCursor: 'page2', _meta: {} }
  const expected = {
    tools: [{ ...weather, output_schema: { type: 'object' }, annotations: { readOnlyHint: true } }],
    notes: [
      'get_weather: annotations kept.',
      'Not imported: _meta.',
      'The list has more pages: import the next one too.',
    ],
  }
  expect(read(result)).toEqual(expected)
  expect(read({ jsonrpc: '2.0', id: 1, result })).toEqual(expected)
  expect(read({ tools: [{ ...tool, description: 'Now' }] })).toMatchObject({
    notes: ['get_weather: annotations, title kept.'],
  })
})

test('custom tools and namespaces stay as they are', () => {
  const custom = { type: 'custom', name: 'sql', format: { type: 'text' } }
  const space = { type: 'namespace', name: 'crm', tools: [weather] }
  expect(read([custom, space])).toEqual({ tools: [custom, space], notes: ['crm: kept as it is (namespace).'] })
})

test('what is no tool is left out and named, and nothing at all is an error', () => {
  expect(read([weather, 7, {}, null])).toEqual({
    tools: [weather],
    notes: [
      'Entry 2 is not an object: left out.',
      'Entry 3 has neither a type nor a name: left out.',
      'Entry 4 is not an object: left out.',
    ],
  })
  expect(read('{ "tools": [')).toEqual({ error: expect.any(String) })
  expect(read('')).toEqual({ error: 'Paste JSON, or choose a file.' })
  expect(read({ tools: [] })).toEqual({ error: 'No tools found.' })
  expect(read({ model: 'm' })).toEqual({ error: 'Entry 1 has neither a type nor a name: left out.' })
})

test('a tool set keeps what is off and its mocks, which are off whatever it says; one of a newer version is refused', () => {
  const set = {
    format: 'patchbay-tools',
    version: 1,
    name: 'Trip',
    tools: [{ definition: weather, on: false, mock: '() => 1' }],
  }
  expect(readTools(JSON.stringify(set))).toEqual({
    tools: [{ ...set.tools[0], isMockOff: true }],
    notes: [expect.stringContaining('Its mocks are off')],
  })
  expect(read({ ...set, version: 2 })).toEqual({
    error: 'This tool set has version 2, this app reads version 1. Update Patchbay to import it.',
  })
  expect(read({ ...set, tools: [{ definition: weather }] })).toEqual({ error: 'This tool set cannot be read.' })
})

test('names of every object are read as they are, deep JSON is refused, and 1 MB is read', () => {
  const hostile = read(
    '{ "name": "a", "inputSchema": { "type": "object", "properties": { "__proto__": {} } }, "__proto__": 1 }',
  )
  expect(JSON.stringify(hostile)).toContain('"properties":{"__proto__":{}}')
  expect(read(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual({ error: 'Nested deeper than 200 levels.' })
  const many = Array.from({ length: 5000 }, (_, at) => ({ ...weather, name: `t${at}`, description: 'x'.repeat(100) }))
  expect(read(many)).toMatchObject({ notes: [] })
})
