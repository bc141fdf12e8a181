import OpenAI, { AuthenticationError, BadRequestError, InternalServerError, RateLimitError } from 'openai'
import { expect, test } from 'vitest'
import { errorReply } from '../../http/router-error.ts'
import { sandboxToAsk } from './testing/ask.ts'

const { ask, provider } = sandboxToAsk()

/** The official client with the sandbox in the place of the network. */
const client = new OpenAI({
  apiKey: 'test',
  baseURL: 'http://sandbox.example/v1',
  maxRetries: 0,
  async fetch(url, init) {
    if (String(url).endsWith('/models')) return Response.json({ object: 'list', data: provider.models })
    const body = JSON.parse(String(init?.body))
    return ask(body, init?.signal ?? undefined).catch((thrown: unknown) =>
      errorReply(thrown, { requestId: 'req_x', route: '/v1/responses', attempts: [] }),
    )
  },
})

const model = 'sandbox-fast'
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'Get the weather',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

test('the official client lists the models', async () => {
  const ids: string[] = []
  for await (const one of client.models.list()) ids.push(one.id)
  expect(ids).toContain('gen-5.4-pro')
})

test('the official client gets an answer', async () => {
  const response = await client.responses.create({ model, input: 'Hello' })
  expect(response.output_text).toMatch(/^\*Sandbox: synthetic output\.\*/)
  expect(response.usage?.total_tokens).toBeGreaterThan(0)
})

test('the official client reads the stream event by event', async () => {
  const stream = await client.responses.create({ model, input: 'Hello', stream: true, reasoning: { effort: 'low' } })
  let text = ''
  let last = ''
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta
    last = event.type
  }
  expect(last).toBe('response.completed')
  expect(text).toMatch(/^\*Sandbox: synthetic output\.\*/)
})

test('the official client builds the final response from the stream, with calls and reasoning', async () => {
  const stream = client.responses.stream({
    model,
    input: 'The weather in Oslo and Rome?',
    tools: [weather],
    reasoning: { effort: 'medium' },
  })
  const final = await stream.finalResponse()
  const calls = final.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
  expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([{ city: 'Oslo' }, { city: 'Rome' }])
  const second = await client.responses.create({
    model,
    tools: [weather],
    input: [
      { role: 'user', content: 'The weather in Oslo and Rome?' },
      ...calls.map(({ call_id, name, arguments: given }) => ({
        type: 'function_call' as const,
        call_id,
        name,
        arguments: given,
      })),
      ...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: 'Sun' })),
    ],
  })
  expect(second.output_text).toContain('> Sun')
})

test('the official client parses structured output', async () => {
  const response = await client.responses.parse({
    model,
    input: 'A colour',
    text: {
      format: {
        type: 'json_schema',
        name: 'colour',
        schema: {
          type: 'object',
          properties: { hex: { type: 'string', pattern: '^#[0-9a-f]{6}$' } },
          required: ['hex'],
        },
      },
    },
  })
  expect(response.output_parsed).toMatchObject({ hex: expect.stringMatching(/^#[0-9a-f]{6}$/) })
})

test.each([
  ['fault-401', AuthenticationError],
  ['fault-429', RateLimitError],
  ['fault-500', InternalServerError],
  ['fault-html', InternalServerError],
  ['fault-provider', InternalServerError],
])('the official client knows %s for what it is', async (fault, kind) => {
  await expect(client.responses.create({ model: fault, input: 'x' })).rejects.toBeInstanceOf(kind)
})

test('the official client knows a refused schema for what it is', async () => {
  const asked = client.responses.create({
    model,
    input: 'x',
    text: { format: { type: 'json_schema', name: 'x', schema: { not: {} } } },
  })
  await expect(asked).rejects.toBeInstanceOf(BadRequestError)
  await expect(asked).rejects.toMatchObject({ param: 'text.format.schema' })
})

test('the official client sees a late error and a cut', async () => {
  const read = async (fault: string) => {
    for await (const _ of await client.responses.create({ model: fault, input: 'x', stream: true })) {
      // Only the end matters here.
    }
  }
  await expect(read('fault-error-event')).rejects.toBeInstanceOf(OpenAI.APIError)
  await expect(read('fault-cut')).rejects.toThrow()
})
