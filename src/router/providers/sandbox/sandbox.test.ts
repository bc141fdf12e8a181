import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { ModelEntry, readModels } from '#contract/models/models.ts'
import { ResponseObject } from '#contract/responses/response-object.ts'
import { estimateTokens } from '#sandbox/text/tokens.ts'
import { seed } from '../../../testing/seed.ts'
import { RouterError } from '../../http/router-error.ts'
import { eventsOfBody, piecesOfBody, saidBy, sandboxToAsk } from './testing/ask.ts'

const { ask, provider } = sandboxToAsk()

const whole = async (body: Readonly<Record<string, unknown>>) => ResponseObject.parse(await (await ask(body)).json())

const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'Get the current weather for a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const shapes: Record<string, Readonly<Record<string, unknown>>> = {
  text: { input: 'Tell me about tides.' },
  'a conversation': {
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Two' }] },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Three?' },
          { type: 'input_image', image_url: 'https://a.test/a.png' },
        ],
      },
    ],
  },
  messages: {
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hello' },
    ],
  },
  reasoning: { input: 'Think.', reasoning: { effort: 'high', summary: 'auto' } },
  'a tool call': { input: 'What is the weather in Oslo?', tools: [weather], reasoning: { effort: 'low' } },
  'several tool calls': { input: 'The weather in Oslo, Bergen and Rome?', tools: [weather] },
  'a custom tool': { input: 'Use shell on "ls"', tools: [{ type: 'custom', name: 'shell' }] },
  'a cut text': { input: 'Tell me about tides.', max_output_tokens: 25 },
  'a cut call': { input: 'weather', tools: [weather], tool_choice: 'required', max_output_tokens: 2 },
  'a cut thought': { input: 'Think.', reasoning: { effort: 'high' }, max_output_tokens: 16 },
  JSON: { input: 'x', text: { format: { type: 'json_object' } } },
  'a document': { input: 'tokens: 300' },
  'an empty input': { input: [] },
}

const item = 'response.output_item.added'
const message =
  'response.content_part.added (?:response.output_text.delta )*response.output_text.done response.content_part.done'
const summary =
  'response.reasoning_summary_part.added (?:response.reasoning_summary_text.delta )*response.reasoning_summary_text.done response.reasoning_summary_part.done'
const call =
  '(?:response.function_call_arguments.delta )*response.function_call_arguments.done|(?:response.custom_tool_call_input.delta )*response.custom_tool_call_input.done'
const grammar = new RegExp(
  `^response.created response.in_progress (?:${item} (?:${message}|${summary}(?: ${summary})*|${call}) response.output_item.done )*response.(?:completed|incomplete)$`,
)

describe.each(Object.entries(shapes))('the stream for %s', (_name, body) => {
  test('comes in the canonical order, numbered from 0', async () => {
    const events = await eventsOfBody(await ask({ ...body, stream: true }))
    expect(events.map(({ type }) => type).join(' ')).toMatch(grammar)
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at))
  })

  test('holds the whole response object in its first, second and last event', async () => {
    const events = await eventsOfBody(await ask({ ...body, stream: true }))
    const told = events.flatMap(({ response }) => (response ? [response] : []))
    expect(told).toHaveLength(3)
    for (const response of told) {
      expect(Object.keys(response)).toHaveLength(31)
      expect(ResponseObject.safeParse(response).error).toBeUndefined()
    }
  })

  test('builds up to what its last event and the answer without a stream hold', async () => {
    const events = await eventsOfBody(await ask({ ...body, stream: true }))
    const last = events.at(-1)?.response
    const plain = await whole(body)
    expect({ ...last, id: '' }).toEqual({ ...plain, id: '' })
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta)
    expect(deltas.join('')).toBe(saidBy(plain))
    const done = events.filter(({ type }) => type === 'response.output_item.done').map((event) => event.item)
    expect(done).toEqual(plain.output)
    const added = events.filter(({ type }) => type === 'response.output_item.added').map((event) => event.item)
    expect(added).toEqual(plain.output.map(({ id }) => expect.objectContaining({ id, status: 'in_progress' })))
  })
})

/** The audio models, with the endpoint that each serves. */
const audioModelIds: Readonly<Record<string, string>> = {
  'gen-4o-mini-tts': 'audio.speech',
  'sandbox-voice': 'audio.speech',
  'sandbox-speech': 'audio.speech',
  'sandbox-transcribe': 'audio.transcriptions',
  'sandbox-transcribe-mini': 'audio.transcriptions',
  'sandbox-sound-effects': 'audio.sound-generation',
  'sandbox-music': 'audio.music',
  'sandbox-isolation': 'audio.voice-isolation',
  'sandbox-voice-change': 'audio.voice-change',
  'sandbox-voice-design': 'audio.voice-design',
  'sandbox-dubbing': 'audio.dubbing',
}

test('the models are listed in the ruled shape, and none claims an endpoint that is not answered', () => {
  const ids = provider.models.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['gen-5.4-pro', 'sandbox-fast', 'sandbox-slow', 'sandbox-plain']))
  expect(new Set(ids).size).toBe(ids.length)
  for (const entry of provider.models) {
    expect(ModelEntry.safeParse(entry).error).toBeUndefined()
    expect(entry).toMatchObject({ sandbox: true, status: 'Live API', object: 'model' })
  }
  const cards = readModels({ object: 'list', data: provider.models })
  expect(cards).toHaveLength(ids.length)
  const pictures = ['images.generations', 'images.edits']
  const videos = ['videos.create', 'videos.status', 'videos.content']
  for (const { id, endpoints: served } of cards) {
    if (Object.hasOwn(audioModelIds, id)) expect(served).toEqual([audioModelIds[id]])
    else if (id === 'sandbox-image-plain') expect(served).toEqual(['images.generations'])
    else if (/^gen-image|^fault-(image|moderation)/.test(id)) expect(served).toEqual(pictures)
    else if (/^(sandbox|fault)-video/.test(id)) expect(served).toEqual(videos)
    else if (/^fault-/.test(id))
      expect(served).toEqual(['responses', ...pictures, ...videos, ...new Set(Object.values(audioModelIds))])
    else expect(served).toEqual(['responses'])
  }
  expect(cards.find(({ id }) => id === 'gen-5.4-pro')?.price?.labels).toEqual({ api: '60', agent: '60' })
})

const unsupported = ['conversation', 'prompt', 'background', 'include', 'top_logprobs']

test('of the form only that is off which the sandbox does not do, and streaming for the models that cannot', () => {
  const all: readonly Endpoint[] = Object.values(endpoints)
  for (const card of readModels({ data: provider.models })) {
    for (const { id, rules } of all.filter((one) => card.endpoints?.includes(one.id))) {
      const off = Object.entries(rules?.(card.id, card).fields ?? {}).filter(([, { kind }]) => kind === 'off')
      const streams = !/^sandbox-(plain|image-plain|sound-effects|isolation|dubbing|voice-change|voice-design)$/.test(
        card.id,
      )
      // Of models for all kinds, prompt, background and include are listed: they are fields of pictures and recordings.
      const own = unsupported.filter((name) => !card.parameters?.includes(name))
      expect(own).toEqual(expect.arrayContaining(['conversation', 'top_logprobs']))
      if (card.endpoints?.length === 1 && id === 'responses') expect(own).toEqual(unsupported)
      const expected = [
        ...(id === 'responses' ? own : []),
        ...(streams ? [] : ['stream']),
        // Off until verbose_json is chosen.
        ...(id === 'audio.transcriptions' ? ['timestamp_granularities'] : []),
      ]
      expect(off.map(([name]) => name).sort()).toEqual(expected.sort())
    }
  }
})

test('sandbox-plain answers one JSON document where a stream was asked for', async () => {
  const reply = await ask({ model: 'sandbox-plain', input: 'Hello', stream: true })
  expect(reply.headers.get('content-type')).toBe('application/json')
  expect(await reply.json()).toMatchObject({ status: 'completed', model: 'sandbox-plain' })
})

describe('the text', () => {
  test('is labelled in its first line', async () => {
    for (const body of [shapes.text, shapes.messages, shapes['a document'], shapes['an empty input']]) {
      expect(saidBy(await whole({ ...body })).split('\n')[0]).toBe('*Sandbox: synthetic output.*')
    }
  })

  test('shows back what arrived', async () => {
    const text = saidBy(
      await whole({
        instructions: 'Answer like a harbour master.',
        input: [
          { role: 'developer', content: 'Never say maybe.' },
          { role: 'user', content: 'First question' },
          { role: 'assistant', content: 'An answer' },
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'Second | question' },
              { type: 'input_image', image_url: 'https://a.test/a.png' },
            ],
          },
        ],
        temperature: 0.25,
        metadata: { ticket: 'A1' },
        tools: [weather, { type: 'web_search' }],
        tool_choice: 'none',
      }),
    )
    for (const part of [
      '`sandbox-fast`',
      '1 `developer`, 2 `user`, 1 `assistant`',
      '1 `input_image`',
      '`temperature: 0.25`',
      '`metadata: {"ticket":"A1"}`',
      '`get_weather`',
      '`web_search`',
      '> Answer like a harbour master.',
      '> Never say maybe.',
      '> Second | question',
      'This is message 2',
      '`First question`',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('is the same for the same request and another for another', async () => {
    const body = { input: 'Hello', temperature: 1, metadata: { b: 1, a: 2 } }
    const again = { metadata: { a: 2, b: 1 }, temperature: 1, input: 'Hello' }
    expect((await whole(body)).output).toEqual((await whole(again)).output)
    const others = await Promise.all([0, 0.5, 0.7, 0.9].map((temperature) => whole({ ...body, temperature })))
    expect(new Set(others.map(saidBy)).size).toBe(4)
    expect((await whole(body)).id).not.toBe((await whole(body)).id)
  })

  test('gives code or a list where the prompt asks for it, and less where it should be brief', async () => {
    expect(saidBy(await whole({ input: 'A function in Python, please' }))).toContain('```python')
    expect(saidBy(await whole({ input: 'A table of things' }))).toContain('| Provider |')
    const [low, high] = await Promise.all(
      ['low', 'high'].map((verbosity) => whole({ input: 'Hello', text: { verbosity } })),
    )
    expect(saidBy(low!).length).toBeLessThan(saidBy(high!).length)
  })

  test.each([1, 2, 16, 40])('is cut at max_output_tokens %i, and the response says so', async (max) => {
    const response = await whole({ input: 'tokens: 5000', max_output_tokens: max })
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    expect(response.completed_at).toBeNull()
    expect(estimateTokens(saidBy(response))).toBe(max)
    expect(response.usage?.output_tokens).toBe(max)
    expect(response.output[0]).toMatchObject({ status: 'incomplete' })
  })

  test('is whole where max_output_tokens is just enough', async () => {
    expect(await whole({ input: 'tokens: 300', max_output_tokens: 300 })).toMatchObject({ status: 'completed' })
    expect(await whole({ input: 'tokens: 300', max_output_tokens: 299 })).toMatchObject({ status: 'incomplete' })
  })
})

test.each([50, 1234, 20_000, 100_000])(
  'a document of %i tokens is streamed and counted as that',
  async (tokens) => {
    const { pieces } = await piecesOfBody(await ask({ input: `A document, tokens: ${tokens}`, stream: true }))
    const { response } = JSON.parse(pieces.at(-1)?.split('data: ')[1] ?? '')
    expect(Math.abs(estimateTokens(saidBy(response)) - tokens)).toBeLessThanOrEqual(tokens * 0.02)
    expect(response.usage.output_tokens).toBe(estimateTokens(saidBy(response)))
    expect(pieces.length).toBeGreaterThan(tokens / 2)
  },
  60_000,
)

test('usage is counted, adds up, and is marked as estimated', async () => {
  const response = await whole({ ...shapes.reasoning })
  const usage = response.usage
  expect(usage).toMatchObject({ estimated: true, input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } })
  expect(usage?.input_tokens).toBe(estimateTokens('Think.'))
  expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0))
  const summary = JSON.parse(JSON.stringify(response.output[0]?.summary)) as { text: string }[]
  const thought = summary.map(({ text }) => text).join('')
  expect(usage?.output_tokens_details?.reasoning_tokens).toBe(estimateTokens(thought))
  expect(usage?.output_tokens).toBe(estimateTokens(thought + saidBy(response)))
})

describe('reasoning', () => {
  const steps = async (reasoning: unknown) => {
    const { output } = await whole({ input: 'Hello', reasoning })
    return output[0]?.type === 'reasoning' ? (output[0].summary as unknown[]).length : 0
  }

  test('is longer with more effort, and longest in pro mode', async () => {
    const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
    const counts = await Promise.all(efforts.map((effort) => steps({ effort })))
    expect(counts).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(await steps({ effort: 'max', mode: 'pro' })).toBe(7)
    expect(await steps({ mode: 'pro' })).toBe(4)
    expect(await steps({ mode: 'standard' })).toBe(0)
    expect(await steps({ effort: 'a word of tomorrow' })).toBe(3)
  })

  test('says that the sandbox does not think', async () => {
    const { output } = await whole({ input: 'Hello', reasoning: { effort: 'low' } })
    expect(JSON.stringify(output[0])).toContain('The sandbox does not think')
  })
})

describe('text.format', () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 30, maximum: 40 } },
    required: ['name', 'age'],
    additionalProperties: false,
  }

  test.each([
    ['text.format', { text: { format: { type: 'json_schema', name: 'person', schema, strict: true } } }],
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'person', schema } } }],
  ])('%s with a schema gives text that fits it, with values from the prompt', async (_name, format) => {
    const response = await whole({ input: 'Someone called "Ada", aged 36', ...format })
    expect(JSON.parse(saidBy(response))).toEqual({ name: 'Ada', age: 36 })
  })

  test.each([
    ['text.format', { text: { format: { type: 'json_object' } } }],
    ['response_format', { response_format: { type: 'json_object' } }],
  ])('%s json_object gives an object that says what it is', async (_name, format) => {
    const told = JSON.parse(saidBy(await whole({ input: 'Hello', ...format })))
    expect(told).toMatchObject({ note: 'Sandbox: synthetic output', received: { prompt: 'Hello' } })
  })

  test('a schema that is missing is said to be missing', async () => {
    await expect(ask({ input: 'x', text: { format: { type: 'json_schema', name: 'x' } } })).rejects.toMatchObject({
      message: 'text.format.schema is missing.',
      code: 'invalid_value',
    })
  })

  test.each<[string, Record<string, unknown>, string]>([
    [
      'that nothing fits',
      { text: { format: { type: 'json_schema', name: 'x', schema: false } } },
      'text.format.schema',
    ],
    [
      'that is larger than can be read',
      { text: { format: { type: 'json_schema', name: 'x', schema: { enum: new Array(200_000).fill(1) } } } },
      'text.format.schema',
    ],
    ['of a tool that is larger than can be read', { tools: [{ type: 'x', y: new Array(200_000).fill(1) }] }, 'tools'],
    ['that is missing', { text: { format: { type: 'json_schema', name: 'x' } } }, 'text.format.schema'],
    [
      'in the older form',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { allOf: [false] } } } },
      'response_format.json_schema.schema',
    ],
  ])('a schema %s is a 400 that names the field', async (_name, format, param) => {
    const refusal = await ask({ input: 'x', ...format }).catch((thrown: unknown) => thrown)
    expect(refusal).toBeInstanceOf(RouterError)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_value', facts: { param } })
  })
})

test.each<[string, Record<string, unknown>]>([
  ['items that are no items', { input: [null, 1, 'x', [], { content: 5 }, { role: 5, content: { a: 1 } }] }],
  [
    'parts that are no parts',
    { input: [{ role: 'user', content: [null, 1, [], { type: 7, text: 7 }, { text: null }] }] },
  ],
  ['tools that are no tools', { input: 'x', tools: [null, {}, { type: 'function' }, { type: 'custom', custom: 1 }] }],
  ['a strange tool choice', { input: 'x', tools: [weather], tool_choice: { type: 7 } }],
  ['a strange format', { input: 'x', text: { format: { type: 5 } }, reasoning: { effort: 5, mode: {} } }],
  [
    'outputs without calls',
    { input: [{ type: 'function_call_output', output: { deep: [1] } }, { type: 'x_call_output' }] },
  ],
  ['half a character', { input: 'half \ud83c a character', metadata: { '\udf0a': 1 } }],
  ['names of the prototype', { input: [JSON.parse('{"role":"__proto__","__proto__":{"role":"user"}}')], metadata: {} }],
])('%s are answered all the same', async (_name, body) => {
  expect(await whole(body)).toMatchObject({ status: 'completed' })
  expect((await eventsOfBody(await ask({ ...body, stream: true }))).at(-1)?.type).toBe('response.completed')
})

test(`no body that is an object makes it throw anything but a refusal (SEED=${seed})`, async () => {
  const word = fc.constantFrom(
    'user',
    'system',
    'function_call_output',
    'function',
    'required',
    'json_schema',
    'auto',
    'x',
  )
  const loose = fc.oneof(
    word,
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('type', 'role', 'content', 'text', 'name'), word),
  )
  const field = fc.oneof(
    loose,
    fc.array(loose),
    fc.record({ type: word, name: word, format: loose, schema: loose, tools: loose }),
  )
  const keys = [
    'input',
    'messages',
    'instructions',
    'tools',
    'tool_choice',
    'text',
    'response_format',
    'reasoning',
    'metadata',
  ]
  const body = fc.dictionary(fc.constantFrom(...keys), field)
  const run = async (one: Record<string, unknown>, stream: boolean) => {
    const refused = (thrown: unknown) => expect(thrown).toBeInstanceOf(RouterError)
    await ask({ ...one, stream }).then((reply) => reply.text(), refused)
  }
  await fc.assert(fc.asyncProperty(body, fc.boolean(), run), { seed, numRuns: process.env.SOAK ? 5000 : 200 })
}, 300_000)

test('a model that is not listed is a 404', async () => {
  await expect(ask({ model: 'gen-nothing', input: 'x' })).rejects.toMatchObject({
    status: 404,
    facts: { param: 'model' },
  })
})

test('everything accepted is counted once and logged in one line', async () => {
  const lines: string[] = []
  const { ask: askCounted, meter } = sandboxToAsk({ log: (line) => lines.push(line) })
  await askCounted({ model: 'gen-5.4-pro', input: 'a' })
  await askCounted({ model: 'gen-5.4-pro', input: 'a', stream: true })
  await askCounted({ model: 'fault-429', input: 'a' })
  await askCounted({ model: 'fault-500', input: 'a' })
  await askCounted({ input: 'x', tools: [], tool_choice: 'required' }).catch(() => {})
  expect(lines).toEqual([
    'sandbox accepted responses gen-5.4-pro req_1',
    'sandbox accepted responses gen-5.4-pro req_2',
    'sandbox accepted responses fault-500 req_4',
  ])
  expect(meter()).toMatchObject({ accepted: 3, byModel: { 'gen-5.4-pro': 2, 'fault-500': 1 } })
  expect(meter().last[0]).toEqual({
    requestId: 'req_1',
    endpoint: 'responses',
    model: 'gen-5.4-pro',
    at: 1_800_000_000_000,
  })
  for (let turn = 0; turn < 1100; turn += 1) await askCounted({ model: 'fault-500', input: 'a' })
  expect(meter().accepted).toBe(1103)
  expect(meter().last).toHaveLength(1000)
})
