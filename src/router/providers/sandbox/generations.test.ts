import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { dimensionsOf } from '#media/dimensions.ts'
import { difference } from '#sandbox/testing/painted.ts'
import { seed } from '../../../testing/seed.ts'
import { RouterError } from '../../http/router-error.ts'
import { eventsOfBody, type PictureItem, pictureBytes, pictureSandbox, pixelsOf } from './testing/ask.ts'

const { ask, meter } = pictureSandbox()

const items = async (body: Readonly<Record<string, unknown>>): Promise<PictureItem[]> =>
  (await (await ask(body)).json()).data
const one = async (body: Readonly<Record<string, unknown>>): Promise<PictureItem> => {
  const [item] = await items(body)
  if (!item) throw new Error('no picture')
  return item
}

const starts = {
  png: [0x89, 0x50, 0x4e, 0x47],
  jpeg: [0xff, 0xd8, 0xff],
  webp: [0x52, 0x49, 0x46, 0x46],
} as const

test.each(['png', 'jpeg', 'webp'] as const)(
  'a picture is a real %s of exactly the size asked for',
  { timeout: 60_000 },
  async (format) => {
    for (const [width, height] of [
      [96, 64],
      [16, 48],
      [130, 70],
    ]) {
      const file = pictureBytes(
        await one({ size: `${width}x${height}`, output_format: format, output_compression: 60 }),
      )
      expect([...file.subarray(0, 4)]).toEqual(expect.arrayContaining([...starts[format]]))
      expect(dimensionsOf(file)).toEqual({ width, height })
    }
  },
)

test('the reply says what it holds, that it is made up and that its usage is estimated; nothing claims a revised prompt', async () => {
  const reply = await ask({ prompt: 'a boat at sea', n: 2 })
  const body = await reply.json()
  expect(reply.headers.get('content-length')).toBe(String(JSON.stringify(body).length))
  expect(body).toMatchObject({
    created: 1_800_000_000,
    background: 'opaque',
    output_format: 'png',
    quality: 'low',
    size: '96x64',
    sandbox: true,
    usage: { estimated: true, input_tokens: 4, output_tokens: 4 },
  })
  expect(body.data.map((item: object) => Object.keys(item))).toEqual([['b64_json'], ['b64_json']])
  expect(Buffer.from(pictureBytes(body.data[0])).toString('latin1')).toContain('Sandbox: synthetic output.')
})

test('the same request is the same picture; ten of one request, another prompt, model or option are all others', async () => {
  const ten = (await items({ n: 10 })).map(({ b64_json }) => b64_json)
  const others = await Promise.all(
    [{ prompt: 'a ship' }, { model: 'gen-image-2' }, { seed: 7 }, { background: 'transparent' }].map(one),
  )
  expect(await one({})).toEqual({ b64_json: ten[0] })
  expect(new Set([...ten, ...others.map(({ b64_json }) => b64_json)]).size).toBe(14)
})

test('a higher quality has more detail, and a stronger compression fewer bytes', async () => {
  const [low, medium, high] = await Promise.all(
    ['low', 'medium', 'high'].map(async (quality) => pixelsOf(await one({ quality, size: '160x160' }))),
  )
  if (!low || !medium || !high) throw new Error('no picture')
  expect(difference(low, medium)).toBeGreaterThan(0.2)
  expect(difference(medium, high)).toBeGreaterThan(0.2)
  for (const output_format of ['jpeg', 'webp']) {
    const sizes = await Promise.all(
      [5, 50, 95].map(async (output_compression) => (await one({ output_format, output_compression })).b64_json.length),
    )
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  }
})

test.each(['png', 'webp'] as const)(
  'a transparent background is really clear in %s, and edges are not dark',
  async (format) => {
    const { data } = await pixelsOf(
      await one({ prompt: 'a white owl', background: 'transparent', output_format: format, size: '96x96' }),
      format,
    )
    const alphas = new Set(data.filter((_, at) => at % 4 === 3))
    expect(alphas.has(0)).toBe(true)
    expect(alphas.has(255)).toBe(true)
    expect(alphas.size).toBeGreaterThan(4)
    expect(
      [...(await pixelsOf(await one({ prompt: 'a white owl' }))).data].filter(
        (value, at) => at % 4 === 3 && value !== 255,
      ),
    ).toEqual([])
  },
)

test('an opaque picture is opaque to its edges, in every shape', { timeout: 60_000 }, async () => {
  const sizes = [
    '17x16',
    '31x97',
    '130x47',
    '101x100',
    '96x64',
    '64x96',
    '160x90',
    '90x160',
    '99x33',
    '16x160',
    '77x78',
  ]
  for (const prompt of ['mountains', 'penguins']) {
    for (const size of sizes) {
      const { data } = await pixelsOf(await one({ prompt, size, background: 'opaque' }))
      expect(data.filter((value, at) => at % 4 === 3 && value !== 255)).toHaveLength(0)
    }
  }
})

test('all pictures of a request are handed to the painters at once, and come in their order', async () => {
  const begun: (() => void)[] = []
  const { ask: askSlow } = pictureSandbox(
    (task) =>
      new Promise((resolve) => {
        const index = task.kind === 'look' ? 0 : task.index
        begun.push(() => resolve({ kind: 'file', base64: new Uint8Array(Buffer.from(`cGlj${index}`)) }))
      }),
  )
  const reply = askSlow({ n: 4 })
  await vi.waitFor(() => expect(begun).toHaveLength(4))
  for (const finish of begun.toReversed()) finish()
  const { data } = await (await reply).json()
  expect(data.map(({ b64_json }: PictureItem) => b64_json)).toEqual(['cGlj0', 'cGlj1', 'cGlj2', 'cGlj3'])
})

test('where one picture of a request fails, the others are called off', async () => {
  const signals: AbortSignal[] = []
  const { ask: askBroken } = pictureSandbox((task, signal) => {
    signals.push(signal)
    return task.kind !== 'look' && task.index === 1 ? Promise.reject(new Error('broken')) : new Promise(() => {})
  })
  await expect(askBroken({ n: 3 })).rejects.toThrow('broken')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

test('a stream shows as many unfinished pictures as asked for, then each picture; usage grows', async () => {
  for (const partial_images of [0, 1, 2, 3]) {
    const events = await eventsOfBody(await ask({ model: 'gen-image-2', stream: true, partial_images, n: 2 }))
    const kinds = [
      ...Array.from({ length: partial_images }, () => 'image_generation.partial_image'),
      'image_generation.completed',
    ]
    expect(events.map(({ type }) => type)).toEqual([...kinds, ...kinds])
    expect(events.slice(0, partial_images).map((event) => event.partial_image_index)).toEqual(
      [0, 1, 2].slice(0, partial_images),
    )
    expect(new Set(events.map((event) => event.b64_json)).size).toBe(events.length)
    expect(events.at(-1)).toMatchObject({
      size: '96x64',
      output_format: 'png',
      usage: { output_tokens: 4 },
      created_at: 1_800_000_000,
    })
    for (const { b64_json } of events)
      expect(dimensionsOf(Buffer.from(String(b64_json), 'base64'))).toEqual({ width: 96, height: 64 })
  }
})

test('the pictures of a stream are those of the document', async () => {
  const events = await eventsOfBody(await ask({ model: 'gen-image-2', stream: true, n: 2 }))
  expect(events.map(({ b64_json }) => ({ b64_json }))).toEqual(await items({ model: 'gen-image-2', n: 2 }))
})

test('a model that does not stream answers one document', async () => {
  expect((await ask({ stream: true })).headers.get('content-type')).toBe('application/json')
})

test('without a size the prompt may ask for a shape', async () => {
  const sizeFor = async (prompt: string) => (await (await ask({ prompt, size: 'auto' })).json()).size
  expect(await sizeFor('a wide view')).toBe('1536x1024')
  expect(await sizeFor('a tall tree')).toBe('1024x1536')
  expect(await sizeFor('a tree')).toBe('1024x1024')
})

test.each([
  ['size', { size: '4000x100' }],
  ['size', { size: 'huge' }],
  ['size', { size: '8x8' }],
  ['quality', { quality: 'ultra' }],
  ['output_format', { output_format: 'gif' }],
  ['background', { background: 'green' }],
  ['background', { background: 'transparent', output_format: 'jpeg' }],
  ['partial_images', { partial_images: 4 }],
  ['mask', { mask: 'data:image/png;base64,AAAA' }],
])('what cannot be drawn is a 400 for %s: %j', async (param, body) => {
  const before = meter().accepted
  await expect(ask(body)).rejects.toMatchObject({ status: 400, facts: { param } })
  expect(meter().accepted).toBe(before)
})

test(`every request that fits the schema is drawn or refused with the name of a field (SEED=${seed})`, async () => {
  const stub = pictureSandbox(async () => ({ kind: 'file', base64: new Uint8Array(Buffer.from('iVBORw0KGgo=')) }))
  const words = (...some: readonly string[]) => fc.oneof(fc.constantFrom(...some), fc.string())
  const fields = fc.record(
    {
      prompt: fc.string({ minLength: 1, unit: 'grapheme' }),
      size: words('auto', '1024x1024', '16x3840', '0x0', '99999x1'),
      quality: words('auto', 'low', 'high'),
      n: fc.integer({ min: 1, max: 10 }),
      output_format: words('png', 'jpeg', 'webp'),
      output_compression: fc.integer({ min: 0, max: 100 }),
      background: words('auto', 'opaque', 'transparent'),
      moderation: fc.string(),
      stream: fc.boolean(),
      partial_images: fc.integer({ min: 0, max: 9 }),
      images: fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), fc.jsonValue())), {
        maxLength: 3,
      }),
      mask: fc.oneof(fc.string({ minLength: 1 }), fc.dictionary(fc.string(), fc.jsonValue())),
      x_new: fc.jsonValue(),
    },
    { requiredKeys: ['prompt'] },
  )
  const known = Object.keys(endpoints['images.generations'].request.shape)
  await fc.assert(
    fc.asyncProperty(
      fields,
      fc.constantFrom('gen-image-2', 'sandbox-image-plain', 'fault-image-empty'),
      async (body, model) => {
        const reply = await stub.ask({ ...body, model }).catch((thrown: unknown) => thrown)
        if (reply instanceof Response) {
          expect(reply.status).toBe(200)
          expect((await reply.text()).length).toBeGreaterThan(10)
          return
        }
        if (!(reply instanceof RouterError)) throw reply
        expect(reply.status).toBe(400)
        expect(known).toContain(reply.facts.param?.replace(/[.[].*$/, ''))
      },
    ),
    { seed, numRuns: process.env.SOAK ? 5_000 : 400 },
  )
})
