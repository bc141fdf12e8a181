import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ImagesEditsRequest, ImagesGenerationsRequest, imagesEditsCheck } from './images.ts'

const base = { model: 'gen-image-2', prompt: 'a boat' }

test.each([
  ['n', [1, 10], [0, 11, 1.5, '1', null]],
  ['output_compression', [0, 100], [-1, 101, 50.5, '50']],
  ['size', ['1024x1024', 'auto', 'huge'], [1024, {}]],
  ['quality', ['auto', 'ultra'], [1]],
  ['output_format', ['png', 'gif'], [false]],
  ['background', ['transparent', 'green'], [1]],
  ['moderation', ['low', 'none'], [1]],
  ['prompt', ['x'], ['', 5]],
  ['images', [[], ['https://a.test/a.png'], [{ file_id: 'f' }], [new Blob(['x'])]], ['a.png', [5], [''], [null]]],
  ['mask', ['data:image/png;base64,AAAA', { image_url: 'https://a.test/m.png' }, new Blob(['x'])], [5, '', [], null]],
])('%s has its type and bounds on both image routes', (name, right, wrong) => {
  for (const schema of [ImagesGenerationsRequest, ImagesEditsRequest]) {
    const takes = (value: unknown) => z.safeParse(schema, { ...base, [name]: value }).success
    expect(right.map(takes)).toEqual(right.map(() => true))
    expect(wrong.map(takes)).toEqual(wrong.map(() => false))
  }
})

test('an edit needs an image', () => {
  expect(imagesEditsCheck({ images: [] })?.param).toBe('images')
  expect(imagesEditsCheck({})?.param).toBe('images')
  expect(imagesEditsCheck({ images: ['https://a.test/a.png'] })).toBeUndefined()
})
