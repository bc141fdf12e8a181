import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { testProvider } from '../testing/test-provider.ts'
import { testKey, testRouter } from '../testing/test-router.ts'
import { wholeResponseEvents } from './reply-as-events.ts'

const response = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'test-model', error: null, incomplete_details: null },
  status: 'completed',
  output: [
    {
      ...{ id: 'rs_1', type: 'reasoning' },
      summary: [
        { type: 'summary_text', text: 'First.' },
        { type: 'summary_text', text: 'Then.' },
      ],
    },
    {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
      content: [
        {
          type: 'output_text',
          text: 'It is **sunny**.',
          annotations: [{ type: 'url_citation', url: 'https://a.test' }],
        },
        { type: 'refusal', refusal: 'Not that.' },
      ],
    },
    {
      ...{ id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'get_weather' },
      arguments: '{"city":"Oslo"}',
    },
    { id: 'ct_1', type: 'custom_tool_call', status: 'completed', call_id: 'call_2', name: 'shell', input: 'ls' },
    { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'aGk=' },
  ],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
}

/** The router before a model that answers a stream with a document. */
function routerBefore(answer: object) {
  const { router } = testRouter({ providers: [testProvider(async () => jsonReply(answer))] })
  const request = async (url: string | URL | Request, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('host', '127.0.0.1:8787')
    return router.request(new Request(url, { ...init, headers }))
  }
  const client = new OpenAI({ apiKey: testKey, baseURL: 'http://127.0.0.1:8787/v1', maxRetries: 0, fetch: request })
  return { request, client }
}

test('the official client reads a stream where the model answers with a document', async () => {
  const { client } = routerBefore(response)
  const stream = client.responses.stream({ model: 'test-model', input: 'x' })
  const types: string[] = []
  stream.on('event', ({ type }) => types.push(type))
  const { output, usage } = await stream.finalResponse()
  expect(output).toMatchObject(response.output)
  expect(usage).toEqual(response.usage)
  expect(types[0]).toBe('response.created')
  expect(types.at(-1)).toBe('response.completed')
})

test('the events alone make the same items, in the canonical order', () => {
  const events = [...wholeResponseEvents(response)]
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at))
  const done = events.filter(({ type }) => type === 'response.output_item.done')
  expect(done.map(({ item }) => item)).toEqual(response.output)
  expect(events.map(({ type }) => type.replace('response.', '')).slice(12, 27)).toEqual([
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'content_part.added',
    'refusal.delta',
    'refusal.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'output_item.added',
  ])
})

test.each([
  ['incomplete', 'response.incomplete'],
  ['failed', 'response.failed'],
  ['queued', 'response.queued'],
  ['cancelled', 'response.incomplete'],
  [undefined, 'response.completed'],
])('a document that says %s ends with %s', (status, last) => {
  const events = [...wholeResponseEvents({ status, output: [] })]
  expect(events.map(({ type }) => type)).toEqual(['response.created', 'response.in_progress', last])
})

test.each([
  ['application/json', 'text/event-stream'],
  ['text/event-stream', 'text/event-stream'],
  ['text/event-stream, application/json', 'application/json'],
  ['*/*', 'application/json'],
])('a client that accepts %s and asks for a stream is answered in %s', async (accept, type) => {
  const { request } = routerBefore(response)
  const ask = (stream: boolean) =>
    request('http://127.0.0.1:8787/v1/responses', {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ model: 'test-model', input: 'x', stream }),
    })
  expect((await ask(true)).headers.get('content-type')).toBe(type)
  expect(await (await ask(false)).json()).toEqual(response)
})
