import OpenAI, { toFile } from 'openai'
import { expect, test } from 'vitest'
import type { EndpointId } from '#contract/routes.ts'
import { jsonReply } from '../http/http-replies.ts'
import { testProvider } from '../testing/test-provider.ts'
import { testKey, testRouter } from '../testing/test-router.ts'

/** The official client of a router whose model answers every stream with this document. */
function clientBefore(document: object, endpoint: EndpointId) {
  const provider = testProvider(async () => jsonReply(document))
  const models = [{ id: 'test-model', object: 'model' as const, capabilities: [endpoint, 'streaming'] }]
  const { router } = testRouter({ providers: [{ ...provider, models, endpoints: new Set([endpoint]) }] })
  return new OpenAI({
    ...{ apiKey: testKey, baseURL: 'http://127.0.0.1:8787/v1', maxRetries: 0 },
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      headers.set('host', '127.0.0.1:8787')
      return router.request(new Request(url, { ...init, headers }))
    },
  })
}

async function eventsOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('the official client reads a stream of images where the model answers with a document', async () => {
  const document = {
    created: 7,
    data: [{ b64_json: 'AA==' }, { url: 'https://a.test/b' }],
    size: '1x1',
    usage: { a: 1 },
  }
  const client = clientBefore(document, 'images.generations')
  const stream = await client.images.generate({ model: 'test-model', prompt: 'x', stream: true })
  const type = 'image_generation.completed'
  expect(await eventsOf(stream)).toEqual([
    { type, size: '1x1', created_at: 7, b64_json: 'AA==' },
    { type, size: '1x1', created_at: 7, url: 'https://a.test/b', usage: { a: 1 } },
  ])
})

test('the official client reads a stream of a transcript where the model answers with a document', async () => {
  const client = clientBefore({ text: 'Hello', usage: { seconds: 1 } }, 'audio.transcriptions')
  const file = await toFile(new Uint8Array([1]), 'a.wav')
  const stream = await client.audio.transcriptions.create({ model: 'test-model', file, stream: true })
  expect(await eventsOf(stream)).toEqual([
    { type: 'transcript.text.delta', delta: 'Hello' },
    { type: 'transcript.text.done', text: 'Hello', usage: { seconds: 1 } },
  ])
})

test('a document that no stream has is passed on as it is', async () => {
  const client = clientBefore({ odd: [1] }, 'images.generations')
  const body = { model: 'test-model', prompt: 'x', stream: true }
  expect(await client.post('/images/generations', { body })).toEqual({ odd: [1] })
})
