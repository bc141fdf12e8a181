import OpenAI, { NotFoundError } from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { fakeUpstream, sendJson } from '../../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../../testing/test-router.ts'
import { createOpenAi, type OpenAiOptions } from './openai.ts'

const models = { entries: [{ id: 'gen-1', object: 'model' as const }], upstreamId: () => 'llama3:8b' }

/** The official client, at our router, before a server that has chat completions alone and says so in its way. */
async function clientBefore(
  missing: (reply: Parameters<typeof sendJson>[0]) => unknown,
  configured: Pick<OpenAiOptions, 'api' | 'chat'> = {},
) {
  const { upstream, received } = await fakeUpstream(({ path, body }, reply) => {
    if (path !== '/v1/chat/completions') return missing(reply)
    const { stream } = JSON.parse(body.toString())
    if (!stream)
      return sendJson(reply, {
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      })
    const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.end(
      chunk({ delta: { content: 'H' } }) +
        chunk({ delta: { content: 'i' } }) +
        chunk({ delta: {}, finish_reason: 'stop' }),
    )
    return undefined
  })
  const { url, close } = await startTestRouter({ providers: [createOpenAi({ upstream, models, ...configured })] })
  onTestFinished(close)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 })
  return { client, received, paths: () => received.map(({ path }) => path) }
}

test.each<[string, (reply: Parameters<typeof sendJson>[0]) => unknown]>([
  [
    '404 in JSON',
    (reply) => sendJson(reply, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }, 404),
  ],
  ['404 in plain text', (reply) => reply.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')],
  ['405', (reply) => sendJson(reply, { detail: 'Method Not Allowed' }, 405)],
  [
    '200 with an error',
    (reply) => {
      const text = JSON.stringify({ error: 'Unexpected endpoint or method. (POST /v1/responses)' })
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
    },
  ],
])('a server that says %s is asked by chat completions, and from then on at once', async (_, missing) => {
  const { client, paths } = await clientBefore(missing)
  const reply = await client.responses.create({ model: 'gen-1', input: 'x' })
  expect([reply.output_text, reply.model]).toEqual(['Hi', 'llama3:8b'])
  const stream = await client.responses.create({ model: 'gen-1', input: 'x', stream: true })
  const types: string[] = []
  for await (const { type } of stream) types.push(type)
  expect(types).toContain('response.output_text.delta')
  expect(types.at(-1)).toBe('response.completed')
  expect(paths()).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
})

test('a model that is not there is no reason to ask in another way', async () => {
  const { client, paths } = await clientBefore((reply) =>
    sendJson(reply, { error: { message: "model 'llama3:8b' not found", type: 'not_found_error' } }, 404),
  )
  await expect(client.responses.create({ model: 'gen-1', input: 'x' })).rejects.toThrow(NotFoundError)
  expect(paths()).toEqual(['/v1/responses'])
})

test('a server that is configured for chat completions is asked so at once, with the names that it takes', async () => {
  const { client, received, paths } = await clientBefore(() => undefined, {
    api: 'chat',
    chat: { limitField: 'max_completion_tokens' },
  })
  await client.responses.create({ model: 'gen-1', input: 'x', max_output_tokens: 20 })
  expect(paths()).toEqual(['/v1/chat/completions'])
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({ max_completion_tokens: 20 })
})
