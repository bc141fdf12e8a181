import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { sandboxToAsk, textOf } from './testing/ask.ts'

const { ask } = sandboxToAsk()

interface Called {
  readonly type: string
  readonly name: string
  readonly call_id: string
  readonly arguments?: string
  readonly input?: string
}

async function callsFor(body: Record<string, unknown>): Promise<Called[]> {
  const { output } = await (await ask(body)).json()
  return output.filter(({ type }: Called) => type === 'function_call' || type === 'custom_tool_call')
}

const namesFor = async (body: Record<string, unknown>) => (await callsFor(body)).map(({ name }) => name)
const argumentsFor = async (body: Record<string, unknown>) =>
  (await callsFor(body)).map((call) => JSON.parse(call.arguments ?? 'null'))

const fn = (name: string, description: string, properties: object = {}, more: object = {}) => ({
  type: 'function',
  name,
  description,
  parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more },
})

const weather = fn('get_weather', 'Get the current weather for a city', { city: { type: 'string' } })
const tides = fn('lookup_7', 'Look up the height of the tide in a harbour', { harbour: { type: 'string' } })
const mail = fn('send_email', 'Sends an email to a recipient', {
  to: { type: 'string', format: 'email' },
  subject: { type: 'string' },
})
const tools = [weather, tides, mail]

describe('auto', () => {
  test.each([
    ['Please use get_weather for me', ['get_weather']],
    ['How is the weather today?', ['get_weather']],
    ['When is high tide in Brest?', ['lookup_7']],
    ['Email bela@harbour.example', ['send_email']],
    ['The weather and the tides, please', ['get_weather', 'lookup_7']],
    ['Write a poem about the sea', []],
    ['What is the capital city of France?', []],
    ['Hello', []],
    ['', []],
  ])('%j calls %j', async (input, names) => {
    expect(await namesFor({ input, tools })).toEqual(names)
    expect(await namesFor({ input, tools, tool_choice: 'auto' })).toEqual(names)
  })

  test('only the last user turn counts', async () => {
    const input = [
      { role: 'user', content: 'How is the weather?' },
      { role: 'assistant', content: 'Fine.' },
      { role: 'user', content: 'Thank you!' },
    ]
    expect(await namesFor({ input, tools })).toEqual([])
  })

  test('what no tool can do is answered in text', async () => {
    const response = await (await ask({ input: 'Hello', tools })).json()
    expect(textOf(response)).toContain('`get_weather`')
  })
})

test.each<[string, unknown, string[]]>([
  ['none', 'none', []],
  ['required, with nothing asked for', 'required', ['get_weather']],
  ['a named function', { type: 'function', name: 'send_email' }, ['send_email']],
  ['a named function in chat style', { type: 'function', function: { name: 'lookup_7' } }, ['lookup_7']],
  [
    'allowed tools',
    { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'lookup_7' }] },
    ['lookup_7'],
  ],
  [
    'allowed tools on auto',
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'lookup_7' }] },
    [],
  ],
])('tool_choice %s', async (_name, tool_choice, names) => {
  expect(await namesFor({ input: 'Hello', tools, tool_choice })).toEqual(names)
})

test('none never calls, whatever is asked', async () => {
  expect(await namesFor({ input: 'Use get_weather!', tools, tool_choice: 'none' })).toEqual([])
})

test('several calls come at once unless parallel_tool_calls is false', async () => {
  const body = { input: 'Weather in Oslo, and the tides', tools }
  expect(await namesFor({ ...body, parallel_tool_calls: true })).toEqual(['get_weather', 'lookup_7'])
  expect(await namesFor({ ...body, parallel_tool_calls: false })).toEqual(['get_weather'])
  const places = { input: "What's the weather in Paris, New York and Rome?", tools: [weather] }
  expect(await argumentsFor(places)).toEqual([{ city: 'Paris' }, { city: 'New York' }, { city: 'Rome' }])
  expect(await argumentsFor({ ...places, parallel_tool_calls: false })).toEqual([{ city: 'Paris' }])
  const ids = (await callsFor(places)).map(({ call_id }) => call_id)
  expect(new Set(ids).size).toBe(3)
})

describe('arguments', () => {
  test('are taken from the prompt where they fit', async () => {
    const book = fn('book_table', 'Books a table', {
      city: { type: 'string' },
      people: { type: 'integer', minimum: 1, maximum: 12 },
      area: { type: 'string', enum: ['inside', 'terrace'] },
      title: { type: 'string' },
      contact: { type: 'string', format: 'email' },
    })
    const input = 'Book a table in Lisbon for 4 on the terrace, called "Late supper", for ada@studio.example'
    expect(await argumentsFor({ input, tools: [book] })).toEqual([
      { city: 'Lisbon', people: 4, area: 'terrace', title: 'Late supper', contact: 'ada@studio.example' },
    ])
  })

  test('are not taken where they do not fit', async () => {
    const pick = fn('pick', 'Picks', {
      count: { type: 'integer', maximum: 5 },
      code: { type: 'string', pattern: '^[A-Z]{3}$' },
    })
    const [picked] = await argumentsFor({ input: 'pick 99 of "everything"', tools: [pick] })
    expect(picked.count).toBeLessThanOrEqual(5)
    expect(picked.code).toMatch(/^[A-Z]{3}$/)
  })

  test.each([
    [{ type: 'object', properties: { a: { type: 'array', items: { type: 'number' }, minItems: 2 } }, required: ['a'] }],
    [
      {
        type: 'object',
        properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    [
      {
        $defs: {
          n: {
            type: 'object',
            properties: { n: { anyOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] } },
            required: ['n'],
          },
        },
        $ref: '#/$defs/n',
      },
    ],
    [{}],
    [null],
    [undefined],
  ])('fit %j', async (parameters) => {
    for (const prompt of ['one', 'two 5', 'three "x" in Rome']) {
      const tool = { type: 'function', name: 'f', parameters }
      const [made] = await argumentsFor({ input: prompt, tools: [tool], tool_choice: 'required' })
      expect(new Validator(structuredClone(parameters ?? {}), '2020-12').validate(made).valid).toBe(true)
      const nested = { type: 'function', function: { name: 'f', parameters } }
      expect(await argumentsFor({ input: prompt, tools: [nested], tool_choice: 'required' })).toHaveLength(1)
    }
  })
})

test.each<[string, unknown[], string]>([
  ['parameters that nothing fits', [weather, fn('never', 'Never', {}, { not: {} })], 'tools[1].parameters'],
  [
    'a grammar that it cannot read',
    [{ type: 'custom', name: 'never', format: { type: 'grammar', syntax: 'lark', definition: 'x' } }],
    'tools[0].format',
  ],
])('a tool with %s is a 400 that names them, when it is called', async (_name, offered, param) => {
  const tool_choice = { type: 'function', name: 'never' }
  await expect(ask({ input: 'x', tools: offered, tool_choice })).rejects.toMatchObject({
    status: 400,
    facts: { param },
  })
  expect(await (await ask({ input: 'x', tools: offered })).json()).toMatchObject({ status: 'completed' })
})

test.each([
  ['a function that is not there', { type: 'function', name: 'absent' }, tools],
  ['anything, with no tools', 'required', []],
])('tool_choice that wants %s is a 400', async (_name, tool_choice, offered) => {
  const asked = ask({ input: 'x', tools: offered, tool_choice })
  await expect(asked).rejects.toMatchObject({ status: 400, facts: { param: 'tool_choice' } })
})

test('custom tools get text, or text that fits their regular expression', async () => {
  const regex = {
    type: 'custom',
    name: 'plate',
    format: { type: 'grammar', syntax: 'regex', definition: '[A-Z]{2}-\\d{3}' },
  }
  const [plate] = await callsFor({ input: 'plate', tools: [regex] })
  expect(plate).toMatchObject({ type: 'custom_tool_call', input: expect.stringMatching(/^[A-Z]{2}-\d{3}$/) })
  const [shell] = await callsFor({ input: 'shell: `ls -l`', tools: [{ type: 'custom', name: 'shell' }] })
  expect(shell?.input).toBe('ls -l')
})

describe('once outputs have come', () => {
  const call = { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Oslo"}' }
  const output = { type: 'function_call_output', call_id: 'c1', output: '{"temperature":18.5,"sky":"clear"}' }
  const input = [{ role: 'user', content: 'Weather in Oslo?' }, call, output]

  test.each(['auto', 'required', { type: 'function', name: 'get_weather' }])(
    'the answer is text that uses them (%j)',
    async (tool_choice) => {
      const response = await (await ask({ input, tools, tool_choice })).json()
      expect(response.output).toHaveLength(1)
      const text = textOf(response)
      for (const part of [
        'Sandbox: synthetic output',
        '`get_weather`',
        '**18.5**',
        '> {"temperature":18.5',
        'Weather in Oslo?',
      ]) {
        expect(text).toContain(part)
      }
    },
  )

  test('another function that is named is called', async () => {
    expect(await namesFor({ input, tools, tool_choice: { type: 'function', name: 'send_email' } })).toEqual([
      'send_email',
    ])
  })

  test('a new user turn is answered afresh', async () => {
    const more = [...input, { role: 'user', content: 'And the tides?' }]
    expect(await namesFor({ input: more, tools })).toEqual(['lookup_7'])
  })

  test('chat messages of the role tool count as outputs', async () => {
    const messages = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Rain until noon' },
    ]
    expect(textOf(await (await ask({ messages, tools })).json())).toContain('> Rain until noon')
  })
})
