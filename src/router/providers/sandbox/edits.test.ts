import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInputs } from '#sandbox/picture/inputs.ts'
import { blank, type Pixels } from '#sandbox/picture/paint/pixels.ts'
import { createPaint } from '#sandbox/process-pools.ts'
import { SandboxRefusal } from '#sandbox/refusal.ts'
import { difference, painted } from '#sandbox/testing/painted.ts'
import { seed } from '../../../testing/seed.ts'
import { sharedData } from '../../testing/shared-data.ts'
import { type PictureItem, pictureSandbox, pictureUrl, pixelsOf } from './testing/ask.ts'

const suite = sharedData('corpora/img/pngsuite')
const photos = sharedData('corpora/img/exif')

const { ask } = pictureSandbox()

const edit = async (body: Readonly<Record<string, unknown>>): Promise<PictureItem> => {
  const reply = await ask({ model: 'gen-image-2', size: undefined, ...body }, 'images.edits')
  const [item] = (await reply.json()).data
  return item
}

const photo = (width = 48, height = 32): Pixels => painted(width, height, (x, y) => [x * 5, y * 7, (x * y) % 256, 255])
const base = await pictureUrl(photo())
const other = await pictureUrl(painted(20, 20, () => [200, 30, 60, 255]))
const halfMask = await pictureUrl(painted(48, 32, (x) => [0, 0, 0, x < 24 ? 255 : 0]))

test(`what a mask keeps is the same to the bit, also where it is half clear itself, and what it clears is new (SEED=${seed})`, async () => {
  const made = fc.record({
    width: fc.integer({ min: 8, max: 40 }),
    height: fc.integer({ min: 8, max: 40 }),
    noise: fc.integer(),
    format: fc.constantFrom('png' as const, 'webp' as const),
  })
  await fc.assert(
    fc.asyncProperty(made, async ({ width, height, noise, format }) => {
      const random = (at: number) => Math.imul(at + noise, 2_654_435_761) >>> 24
      const source = painted(width, height, (x, y) => [0, 1, 2, 3].map((part) => random(y * 997 + x * 7 + part)))
      const isKept = (x: number, y: number) => random(Math.floor(x / 3) * 31 + Math.floor(y / 3)) % 3 > 0
      const mask = painted(width, height, (x, y) => [0, 0, 0, isKept(x, y) ? 255 : 0])
      const item = await edit({
        prompt: 'a red boat',
        images: [await pictureUrl(source)],
        mask: await pictureUrl(mask),
        output_format: format,
      })
      const result = await pixelsOf(item, format)
      expect([result.width, result.height]).toEqual([width, height])
      let changed = 0
      let open = 0
      for (let at = 0; at < width * height; at += 1) {
        const [before, after] = [source, result].map(({ data }) => data.subarray(at * 4, at * 4 + 4).join())
        if (isKept(at % width, Math.floor(at / width))) expect(after).toBe(before)
        else {
          open += 1
          changed += after === before ? 0 : 1
        }
      }
      expect(changed).toBeGreaterThanOrEqual(open * 0.98)
    }),
    { seed, numRuns: 12 },
  )
})

test('without a mask the picture is another, in the same composition, and differs by prompt', async () => {
  const step = painted(60, 40, (x) => (x < 30 ? [20, 20, 30, 255] : [220, 225, 210, 255]))
  const url = await pictureUrl(step)
  const [warm, night, sketch] = await Promise.all(
    ['a warm sunset', 'at midnight', 'a pencil sketch'].map(async (prompt) =>
      pixelsOf(await edit({ prompt, images: [url] })),
    ),
  )
  if (!warm || !night || !sketch) throw new Error('no picture')
  for (const result of [warm, night, sketch]) expect(difference(step, result)).toBeGreaterThan(0.9)
  expect(difference(warm, night)).toBeGreaterThan(0.9)
  const mean = ({ data }: Pixels, from: number) =>
    data
      .filter((_, at) => at % 4 < 3 && Math.floor(((at / 4) % 60) / 30) === from)
      .reduce((sum, value) => sum + value, 0)
  expect(mean(warm, 1)).toBeGreaterThan(mean(warm, 0) * 1.5)
})

test('every reference counts, and their order', async () => {
  const third = await pictureUrl(painted(9, 9, () => [10, 200, 90, 255]))
  const results = await Promise.all(
    [[base], [base, other], [base, third], [base, other, third], [base, third, other]].map((images) =>
      edit({ prompt: 'x', images }),
    ),
  )
  expect(new Set(results.map(({ b64_json }) => b64_json)).size).toBe(5)
  const masked = await Promise.all(
    [[base], [base, other]].map((images) => edit({ prompt: 'x', images, mask: halfMask })),
  )
  expect(masked[0]).not.toEqual(masked[1])
})

test('the result has the first picture’s size, or the one asked for; then base and mask are scaled to cover it', async () => {
  const large = await pictureUrl(blank(4100, 8))
  const tooLarge = ask({ model: 'gen-image-2', size: undefined, prompt: 'x', images: [large] }, 'images.edits')
  await expect(tooLarge).rejects.toThrow('4100x8 is larger than 4096x4096')
  const asked = { prompt: 'x', images: [base], size: '96x64', model: 'fault-image-missing', n: 2 }
  const all = await pixelsOf(await edit({ ...asked, mask: await pictureUrl(painted(48, 32, () => [0, 0, 0, 255])) }))
  const half = await pixelsOf(await edit({ ...asked, mask: halfMask }))
  expect([all.width, all.height]).toEqual([96, 64])
  const column = ({ data }: Pixels, x: number) =>
    Array.from({ length: 64 }, (_, y) => data.subarray((y * 96 + x) * 4, (y * 96 + x) * 4 + 4).join())
  for (const x of [0, 20, 46]) expect(column(half, x)).toEqual(column(all, x))
  for (const x of [50, 70, 95]) expect(column(half, x)).not.toEqual(column(all, x))
})

test.each(['jpeg', 'webp'] as const)('a %s can be edited too', async (format) => {
  const { width, height } = await pixelsOf(
    await edit({ prompt: 'at night', images: [await pictureUrl(photo(), format)] }),
  )
  expect([width, height]).toEqual([48, 32])
})

const cutShort = (url: string) => url.slice(0, Math.floor(url.length * 0.4) * 2)

const png = (width: number, height: number, colourType = 6) => {
  const bytes = Buffer.alloc(60)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.set([8, colourType], 24)
  return `data:image/png;base64,${bytes.toString('base64')}`
}

test.each<[string, string, Readonly<Record<string, unknown>>]>([
  ['a text', 'images[0]', { images: ['data:text/plain,hello'] }],
  [
    'a GIF',
    'images[0]',
    { images: [`data:image/gif;base64,${Buffer.from('GIF89a\x40\x01\xf0\0').toString('base64')}`] },
  ],
  ['an address', 'images[0]', { images: [{ image_url: 'https://a.test/a.png' }] }],
  ['an address of another kind', 'images[0]', { images: ['file:///a.png'] }],
  ['a name that only forms know', 'image', { image: base }],
  ['a file id', 'images[1]', { images: [base, { file_id: 'f_1' }] }],
  ['an empty file', 'images[0]', { images: [new Blob([])] }],
  ['a header without a picture', 'images[0]', { images: [png(64, 64)] }],
  ['a header that promises too much', 'images[0]', { images: [png(8001, 8000)] }],
  ['a JPEG without its end', 'images[0]', { images: [cutShort(await pictureUrl(photo(), 'jpeg'))] }],
  ['too many bytes', 'images[0]', { images: [new Blob([new Uint8Array(50 * 1024 * 1024 + 1)])] }],
  ['seventeen pictures', 'images', { images: Array.from({ length: 17 }, () => base) }],
  ['a mask of another size', 'mask', { images: [base], mask: other }],
  ['a mask that is no picture', 'mask', { images: [base], mask: 'data:,x' }],
  ['a mask without alpha', 'mask', { images: [base], mask: png(48, 32, 2) }],
  ['a mask as JPEG', 'mask', { images: [base], mask: await pictureUrl(photo(), 'jpeg') }],
  ['a mask that breaks off', 'mask', { images: [base], mask: png(48, 32) }],
])('%s is a 400 that names %s', async (_, param, body) => {
  await expect(edit({ prompt: 'x', ...body })).rejects.toMatchObject({ status: 400, facts: { param } })
})

test.each([
  ['a character that is none of it', 'data:image/png;base64,iVBORw0KGgo!AAAA', 'data URL is invalid'],
  ['a length that cannot be', 'data:image/png;base64,iVBOR', 'data URL is invalid'],
  ['padding in the middle', 'data:image/png;base64,iVBO==Rw0KGgo', 'data URL is invalid'],
  ['no comma', 'data:image/png;base64', 'data URL is invalid'],
  ['a sentence', 'this is a picture, honestly', 'neither a data URL nor base64'],
])('base64 with %s is named as that, as a picture and as a mask', async (_, url, why) => {
  for (const image of [url, { image_url: url }]) {
    const refused = { status: 400, message: expect.stringContaining(why) }
    await expect(edit({ images: [base, image] })).rejects.toMatchObject({ ...refused, facts: { param: 'images[1]' } })
    await expect(edit({ images: [base], mask: image })).rejects.toMatchObject({ ...refused, facts: { param: 'mask' } })
  }
})

test('files, references and bare base64 of one picture are the same', async () => {
  const bytes = Buffer.from(base.slice(base.indexOf(',') + 1), 'base64')
  const shapes = [
    base,
    { image_url: base },
    { image_url: { url: base } },
    { b64_json: bytes.toString('base64') },
    bytes.toString('base64'),
    new Blob([bytes]),
    `DATA:IMAGE/PNG;name="a.png"; base64,${bytes.toString('base64')}`,
    `data:image/png;base64,${encodeURIComponent(bytes.toString('base64'))}`,
    `data:image/png,${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
    bytes.toString('base64url').replace(/.{40}/g, '$&\r\n'),
  ]
  const results = await Promise.all(shapes.map((shape) => edit({ prompt: 'x', images: [shape] })))
  expect(new Set(results.map(({ b64_json }) => b64_json)).size).toBe(1)
})

test('what the decoders cannot read is told by its reason', async () => {
  const jpeg = Buffer.from((await pictureUrl(photo(), 'jpeg')).split(',')[1] ?? '', 'base64')
  // The frame header's count of colours.
  jpeg[jpeg.indexOf(Buffer.of(0xff, 0xc2)) + 9] = 4
  await expect(edit({ prompt: 'x', images: [new Blob([jpeg])] })).rejects.toThrow('CMYK')
  const webp = Buffer.alloc(60)
  webp.write('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0', 'latin1')
  await expect(edit({ prompt: 'x', images: [new Blob([webp])] })).rejects.toThrow('animated')
  await expect(edit({ prompt: 'x', images: [new Blob(['GIF89a\x40\x01\xf0\0'])] })).rejects.toThrow('image/gif')
})

test('a header that ends anywhere is refused by name, or read', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const whole = Buffer.from((await pictureUrl(photo(), format)).split(',')[1] ?? '', 'base64')
    for (let length = 0; length < Math.min(whole.length, 700); length += 1) {
      const read = await readInputs({ images: [new Blob([whole.subarray(0, length)])] }).catch(
        (thrown: unknown) => thrown,
      )
      if (read instanceof SandboxRefusal) expect(read.param).toBe('images[0]')
      else expect(read).toEqual({ images: [expect.anything()] })
    }
  }
})

test('pictures sent to the other route are answered as an edit', async () => {
  const reply = await ask({ model: 'gen-image-2', prompt: 'x', size: undefined, images: [base] })
  expect((await reply.json()).data).toEqual([await edit({ prompt: 'x', images: [base] })])
  const stream = await ask(
    { model: 'gen-image-2', prompt: 'x', size: undefined, images: [base], stream: true, partial_images: 1 },
    'images.edits',
  )
  expect([...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
    'image_edit.partial_image',
    'image_edit.completed',
  ])
})

test.skipIf(!suite)(
  'broken files of the PNG suite are refused, and the next good one is served',
  { timeout: 60_000 },
  async () => {
    const { ask: askThread } = pictureSandbox(createPaint())
    const asked = (name: string) => {
      const images = [new Blob([readFileSync(join(suite ?? '', name))])]
      return askThread({ model: 'gen-image-2', size: undefined, images }, 'images.edits')
    }
    // The decoder forgives a wrong checksum.
    const broken = readdirSync(suite ?? '').filter((name) => /^x(?!cs|hd).*\.png$/.test(name))
    expect(broken.length).toBeGreaterThan(10)
    for (const name of broken)
      await expect(asked(name)).rejects.toMatchObject({ status: 400, facts: { param: 'images[0]' } })
    expect((await (await asked('basn6a16.png')).json()).size).toBe('32x32')
  },
)

test.skipIf(!photos)('a photo comes back upright', async () => {
  const photo = new Blob([readFileSync(join(photos ?? '', 'Portrait_6.jpg'))])
  const reply = await ask({ model: 'gen-image-2', size: undefined, images: [photo] }, 'images.edits')
  expect((await reply.json()).size).toBe('1200x1800')
})
