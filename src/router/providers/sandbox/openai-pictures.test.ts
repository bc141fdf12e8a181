import OpenAI, { BadRequestError, toFile } from 'openai'
import { expect, test } from 'vitest'
import { encode } from '#sandbox/picture/paint/codecs.ts'
import { painted } from '#sandbox/testing/painted.ts'
import { testKey, testRouter } from '../../testing/test-router.ts'
import { pictureSandbox } from './testing/ask.ts'

const { router } = testRouter({ providers: [pictureSandbox().provider] })

/** The official client with the router in the place of the network. */
const client = new OpenAI({
  apiKey: testKey,
  baseURL: 'http://127.0.0.1:8787/v1',
  maxRetries: 0,
  async fetch(url, init) {
    const headers = new Headers(init?.headers)
    headers.set('host', '127.0.0.1:8787')
    return router.request(new Request(url, { ...init, headers }))
  },
})

const quick = { model: 'fault-image-missing', n: 2, quality: 'low' } as const
const filed = async (width: number, height: number, alpha = 255) =>
  toFile(
    await encode(
      painted(width, height, (x, y) => [x * 4, y * 4, 90, alpha]),
      'png',
      100,
    ),
    'a.png',
    { type: 'image/png' },
  )

test('null is not set, as the official types allow it', { timeout: 60_000 }, async () => {
  const unset = { size: null, n: null, quality: null, background: null, output_format: null, output_compression: null }
  const reply = await client.images.generate({
    model: 'sandbox-image-plain',
    prompt: 'a boat',
    moderation: null,
    partial_images: null,
    stream: null,
    ...unset,
  })
  expect(reply.data).toHaveLength(1)
})

test('the official client generates pictures', async () => {
  const reply = await client.images.generate({ ...quick, prompt: 'a boat', size: '1024x1024' })
  expect(reply.data?.[0]?.b64_json).toMatch(/^iVBORw0KGgo/)
  expect(reply.usage?.total_tokens).toBeGreaterThan(0)
  expect(reply.data?.[0]?.revised_prompt).toBeUndefined()
})

test('the official client reads a stream of pictures', async () => {
  const stream = await client.images.generate({
    model: 'gen-image-2',
    prompt: 'a boat',
    size: '1024x1024',
    quality: 'low',
    stream: true,
    partial_images: 2,
  })
  const types: string[] = []
  for await (const event of stream) types.push(event.type)
  expect(types).toEqual([
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ])
})

test('the official client edits one picture, several, and with a mask', async () => {
  const image = await filed(40, 24)
  const edits = { ...quick, prompt: 'at night' } as const
  const one = await client.images.edit({ ...edits, image })
  const two = await client.images.edit({ ...edits, image: [image, await filed(9, 9)] })
  const masked = await client.images.edit({ ...edits, image, mask: await filed(40, 24, 0) })
  const all = [one, two, masked].map((reply) => reply.data?.[0]?.b64_json)
  for (const picture of all) expect(picture).toMatch(/^iVBORw0KGgo/)
  expect(new Set(all).size).toBe(3)
})

test('the official client streams an edit', async () => {
  const types: string[] = []
  const edits = await client.images.edit({
    model: 'gen-image-2',
    prompt: 'at night',
    image: await filed(40, 24),
    stream: true,
    partial_images: 1,
  })
  for await (const event of edits) types.push(event.type)
  expect(types).toEqual(['image_edit.partial_image', 'image_edit.completed'])
})

test('the official client knows a refusal for what it is', async () => {
  const refusals = [
    {
      ask: async () =>
        client.images.edit({ model: 'gen-image-2', prompt: 'x', image: await toFile(Buffer.from('no'), 'a.png') }),
      param: 'images[0]',
    },
    {
      ask: async () =>
        client.images.edit({
          model: 'gen-image-2',
          prompt: 'x',
          image: await filed(8, 8),
          mask: await filed(9, 8),
        }),
      param: 'mask',
    },
    {
      ask: async () => client.images.edit({ model: 'sandbox-image-plain', prompt: 'x', image: await filed(8, 8) }),
      param: 'model',
    },
    {
      ask: async () => client.images.generate({ model: 'gen-image-1.5', prompt: 'x', size: '512x512' }),
      param: 'size',
    },
    { ask: async () => client.images.generate({ model: 'fault-moderation', prompt: 'x' }), param: null },
  ]
  for (const { ask, param } of refusals) {
    const thrown = await ask().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(BadRequestError)
    expect(thrown).toMatchObject({ param })
  }
})
