import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { badFlexibleSize, imageSizes, imagesRules } from './images-rules.ts'

const refused = (model: string, request: Record<string, unknown>) => imagesRules(model).check(request)?.param

test.each([
  ['auto', true],
  ['1024x1024', true],
  ['3840x2160', true],
  ['2160x3840', true],
  ['3840x1280', true],
  ['1024x640', true],
  ['1024x624', false],
  ['640x1008', false],
  ['2048x672', false],
  ['2016x672', true],
  ['3840x2176', false],
  ['2880x2880', true],
  ['2896x2880', false],
  ['3856x1600', false],
  ['1920x1080', false],
  ['1792x936', false],
  ['3840x3840', false],
  ['0x1024', false],
  ['01024x1024', false],
  ['1024X1024', false],
  ['1024x1024 ', false],
  ['1024', false],
  ['', false],
  ['-16x16', false],
  ['1e3x1024', false],
])('gen-image-2 and the size %s: %s', (size, served) => {
  expect(refused('gen-image-2', { size })).toBe(served ? undefined : 'size')
})

test(`a flexible size is served exactly within its four bounds (SEED=${seed})`, { timeout: 600_000 }, () => {
  const edge = fc.oneof(
    fc.integer({ min: 1, max: 260 }).map((n) => n * 16),
    fc.integer({ min: 1, max: 4200 }),
  )
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      const [short, long] = [Math.min(width, height), Math.max(width, height)]
      const pixels = width * height
      const served =
        width % 16 === 0 &&
        height % 16 === 0 &&
        long <= 3840 &&
        long / short <= 3 &&
        pixels >= 655_360 &&
        pixels <= 8_294_400
      expect(badFlexibleSize(`${width}x${height}`) === undefined).toBe(served)
    }),
    { seed, numRuns: process.env.SOAK ? 100_000 : 2_000 },
  )
})

test.each([
  ['1024x1024', undefined],
  ['1024x1536', undefined],
  ['1536x1024', undefined],
  ['auto', 'size'],
  ['2048x2048', 'size'],
])('gen-image-1.5 takes three sizes only: %s', (size, param) => {
  expect(refused('gen-image-1.5', { size })).toBe(param)
})

test.each(['gen-image-1.5', 'gen-image-2'])('%s takes the words of the interface and no others', (model) => {
  const words = {
    quality: ['auto', 'low', 'medium', 'high'],
    output_format: ['png', 'jpeg', 'webp'],
    background: ['auto', 'opaque', 'transparent'],
    moderation: ['auto', 'low'],
  }
  for (const [param, values] of Object.entries(words)) {
    expect(values.map((value) => refused(model, { [param]: value }))).toEqual(values.map(() => undefined))
    expect(refused(model, { [param]: 'other' })).toBe(param)
  }
  expect(refused(model, {})).toBeUndefined()
})

test.each([
  ['png', undefined],
  ['webp', undefined],
  ['jpeg', 'background'],
  [undefined, undefined],
])('a transparent background in %s', (output_format, param) => {
  expect(refused('gen-image-2', { background: 'transparent', output_format })).toBe(param)
})

test('for another model every value is let through and nothing is off', () => {
  const rules = imagesRules('flux-9', { id: 'flux-9', raw: {} })
  expect(
    rules.check({ size: '17x3', quality: 'ultra', background: 'transparent', output_format: 'jpeg' }),
  ).toBeUndefined()
  expect(rules.fields).toEqual({})
})

test('compression is not offered with png, and not refused', () => {
  const rulesFor = (draft: Record<string, unknown>) => imagesRules('gen-image-2', undefined, draft)
  expect(rulesFor({ output_format: 'png' }).fields.output_compression?.kind).toBe('off')
  expect(rulesFor({}).fields.output_compression?.kind).toBe('off')
  expect(rulesFor({ output_format: 'jpeg' }).fields.output_compression).toBeUndefined()
  expect(rulesFor({ output_format: 'webp' }).fields.output_compression).toBeUndefined()
  expect(refused('gen-image-2', { output_format: 'png', output_compression: 50 })).toBeUndefined()
})

test('images and masks are refused where the router says that the model has no such capability', () => {
  const edit = { images: ['https://a.test/a.png'] }
  const plain = { id: 'm', endpoints: ['images.generations'], lacks: ['masks'], raw: {} }
  expect(imagesRules('m', plain).check(edit)?.message).toContain('images.edits')
  expect(imagesRules('m', plain).check({ mask: 'data:,' })).toMatchObject({ param: 'model' })
  expect(imagesRules('m', plain).check({ images: [] })).toBeUndefined()
  const able = { id: 'm', endpoints: ['images.generations', 'images.edits'], features: ['masks'], raw: {} }
  expect(imagesRules('m', able).check({ ...edit, mask: 'data:,' })).toBeUndefined()
  expect(imagesRules('m', { id: 'm', raw: {} }).check({ ...edit, mask: 'data:,' })).toBeUndefined()
})

test('a parameter that the router does not list is off, and why is said', () => {
  const { fields } = imagesRules('m', { id: 'm', parameters: ['size', 'n'], lacks: ['streaming'], raw: {} })
  expect(Object.keys(fields).sort()).toEqual([
    'background',
    'moderation',
    'output_compression',
    'output_format',
    'quality',
    'stream',
  ])
  expect(fields.quality).toEqual({ kind: 'off', by: 'model', why: 'The router does not list quality for this model.' })
})

test('the sizes that a model draws are those that its rules let pass', () => {
  const own = imageSizes('gen-image-1.5')
  expect(own.kind === 'listed' && own.sizes).toContainEqual({ width: 1536, height: 1024 })
  expect(imageSizes('gen-image-2')).toMatchObject({ kind: 'free', step: 16, maxRatio: 3 })
  expect(imageSizes('somebody-elses')).toEqual(own)
})
