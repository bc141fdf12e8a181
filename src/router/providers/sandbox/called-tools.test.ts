import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { eventsOfBody, saidBy, sandboxToAsk } from './testing/ask.ts'

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
    expect(saidBy(response)).toContain('`get_weather`')
  })
})

describe('what is asked for', () => {
  const all: Record<string, ReturnType<typeof fn>> = {
    stock: fn('lookup_stock_price', 'Look up the latest stock price of a company', { company: { type: 'string' } }),
    reminder: fn('create_reminder', 'Creates a reminder', { text: { type: 'string' } }),
    calculator: fn('calculator', 'Evaluates an arithmetic expression', { expression: { type: 'string' } }),
    sql: fn('run_sql', 'Run a SQL query against the orders database', { query: { type: 'string' } }),
    search: fn('web_search', 'Search the web for information', { q: { type: 'string' } }),
    flights: fn('search_flights', 'Find flights between two cities', { to: { type: 'string' } }),
    translate: fn('translate_text', 'Translate text into another language', { text: { type: 'string' } }),
    transfer: fn('transfer_money', 'Transfers money between accounts', { amount: { type: 'number' } }),
    file: fn('write_file', 'Writes text to a file', { path: { type: 'string' } }),
    weather,
  }

  test.each([
    ['stock', 'what is Apple stock price', 'called'],
    ['stock', 'What is the latest fashion?', 'not called'],
    ['stock', 'Look up the capital of Peru', 'not called'],
    ['reminder', 'Remind me to call mum', 'called'],
    ['reminder', 'Set reminders for Monday', 'called'],
    ['reminder', 'Create a poem', 'not called'],
    ['calculator', 'calculate 12 * 7', 'called'],
    ['calculator', '12 * 7', 'called'],
    ['calculator', 'What is 3 + (4 - 1)?', 'called'],
    ['calculator', 'How much is 12 times 7?', 'called'],
    ['calculator', '12 x 7 please', 'called'],
    ['calculator', 'Some calculations, please', 'called'],
    ['calculator', 'What happened on 2026-11-21?', 'not called'],
    ['calculator', 'We are open 24/7', 'not called'],
    ['calculator', 'List 3 birds', 'not called'],
    ['sql', 'How many orders did we ship last week?', 'called'],
    ['sql', 'Run around the block', 'not called'],
    ['search', 'Search for red pandas', 'called'],
    ['search', 'Tell me about red pandas', 'not called'],
    ['flights', 'Find a flight to Rome', 'called'],
    ['flights', 'Find a hotel in Rome', 'not called'],
    ['translate', 'A translation into French, please', 'called'],
    ['translate', 'Transport in large towns', 'not called'],
    ['transfer', 'Transfer 5 euros to Ana', 'called'],
    ['transfer', 'Translate this', 'not called'],
    ['file', 'Write a poem about the sea', 'not called'],
    ['file', 'Put it into files', 'called'],
    ['weather', 'How is the weather?', 'called'],
    ['weather', 'What is the current time?', 'not called'],
  ])('%s: %j is %s', async (tool, input, outcome) => {
    const names = await namesFor({ input, tools: [all[tool]] })
    expect(names).toEqual(outcome === 'called' ? [all[tool]?.name] : [])
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

  test.each<[string, string[], Record<string, string>]>([
    ['Book flights to Rome', ['to'], { to: 'Rome' }],
    ['Flights from Oslo to New York', ['to', 'from'], { to: 'New York', from: 'Oslo' }],
    ['Flights to Rome from Oslo', ['origin', 'destination'], { origin: 'Oslo', destination: 'Rome' }],
    ['Wie ist das Wetter in München?', ['stadt'], { stadt: 'München' }],
    ['How is the weather in München?', ['town'], { town: 'München' }],
    ['The weather in München on Monday', ['place'], { place: 'München' }],
    ['How is the weather in tokyo?', ['location'], { location: 'tokyo' }],
    ['Please search the web for red pandas. Be quick!', ['q'], { q: 'red pandas' }],
    ['What is the height of Mount Fuji?', ['query'], { query: 'height of Mount Fuji' }],
    ['Look up hotels in Rome', ['search'], { search: 'hotels in Rome' }],
    ['Search for "blue whales"', ['query'], { query: 'blue whales' }],
    ['How much is 12 * 7?', ['expression'], { expression: '12 * 7' }],
  ])('%j gives %j', async (input, names, wanted) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const tool = fn('the_tool', 'Does it', properties)
    expect(await argumentsFor({ input, tools: [tool], tool_choice: 'required' })).toEqual([wanted])
  })

  test.each<[string, unknown, unknown]>([
    ['anything', true, {}],
    ['anything, written otherwise', {}, {}],
    ['an object or nothing', { type: ['null', 'object'], maxProperties: 0 }, {}],
    ['no type but a property', { properties: { n: { const: 1 } }, required: ['n'] }, { n: 1 }],
    ['a text or an object', { anyOf: [{ type: 'string' }, { enum: [5, { a: 1 }] }] }, { a: 1 }],
  ])('are an object where the schema allows %s', async (_name, parameters, made) => {
    const called = await argumentsFor({
      input: 'x',
      tools: [{ type: 'function', name: 'f', parameters }],
      tool_choice: 'required',
    })
    expect(called).toEqual([made])
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
    'parameters that are no object',
    [{ type: 'function', name: 'never', parameters: { type: 'string' } }],
    'tools[0].parameters',
  ],
  [
    'parameters that only hold a number',
    [{ type: 'function', name: 'never', parameters: { const: 5 } }],
    'tools[0].parameters',
  ],
  [
    'a grammar that it cannot read',
    [{ type: 'custom', name: 'never', format: { type: 'grammar', syntax: 'lark', definition: 'x' } }],
    'tools[0].format',
  ],
])('a tool with %s is a 400 that names them, when it is called', async (_name, offered, param) => {
  const tool_choice = { type: 'function', name: 'never' }
  await expect(ask({ input: 'x', tools: offered, tool_choice })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_value',
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

test('a tool in a namespace is called by its own name and that of its namespace, streamed or not', async () => {
  const lookup = { type: 'function', name: 'lookup', parameters: { type: 'object', properties: {} } }
  const asked = { input: 'lookup', tools: [{ type: 'namespace', name: 'crm', description: 'd', tools: [lookup] }] }
  const called = { type: 'function_call', name: 'lookup', namespace: 'crm', arguments: '{}' }
  expect(await callsFor(asked)).toMatchObject([called])
  const events = await eventsOfBody(await ask({ ...asked, stream: true }))
  expect(events.find(({ type }) => type === 'response.output_item.done')?.item).toMatchObject(called)
})

test('a tool whose grammar the sandbox cannot write is called only where nothing else can be', async () => {
  const patch = { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } }
  expect(await callsFor({ input: 'patch', tools: [patch] })).toEqual([])
  const required = ask({ input: 'patch', tools: [patch], tool_choice: 'required' })
  await expect(required).rejects.toMatchObject({ status: 400, facts: { param: 'tools[0].format' } })
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
      const text = saidBy(response)
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

  const second = [
    { type: 'function_call', call_id: 'c2', name: 'lookup_7', arguments: '{}' },
    { type: 'custom_tool_call_output', call_id: 'c2', output: 'High water at noon' },
  ]

  test.each<[string, unknown[]]>([
    ['in two steps', [...input, ...second]],
    ['in two steps with thoughts between', [...input, { type: 'reasoning', summary: [] }, ...second]],
    ['followed by thoughts', [...input, ...second, { type: 'reasoning', summary: [] }]],
    ['followed by a developer', [...input, ...second, { role: 'developer', content: 'Be brief.' }]],
    ['followed by an assistant', [...input, ...second, { role: 'assistant', content: 'I see.' }]],
  ])('all of them count: %s', async (_name, steps) => {
    const response = await (await ask({ input: steps, tools })).json()
    expect(response.output).toHaveLength(1)
    for (const part of ['`get_weather`', '**18.5**', '`lookup_7`', '> High water at noon']) {
      expect(saidBy(response)).toContain(part)
    }
  })

  test.each<[string, unknown]>([
    ['said something', { role: 'assistant', content: 'It is fine.' }],
    ['called something', call],
  ])('a user turn after which the assistant has %s is not called by again', async (_name, item) => {
    expect(await namesFor({ input: [{ role: 'user', content: 'Weather in Oslo?' }, item], tools })).toEqual([])
  })

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
    expect(saidBy(await (await ask({ messages, tools })).json())).toContain('> Rain until noon')
  })
})
