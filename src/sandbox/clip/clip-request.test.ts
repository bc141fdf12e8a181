import { expect, test } from 'vitest'
import { encode } from '../picture/paint/codecs.ts'
import { paint } from '../picture/paint/paint.ts'
import type { Paint } from '../picture/picture-task.ts'
import { ProcessError } from '../run-task.ts'
import { painted } from '../testing/painted.ts'
import { clipOrderOf } from './clip-request.ts'

const paintHere: Paint = (task) =>
  paint(task).catch((thrown: unknown) => {
    throw new ProcessError(String(thrown))
  })
const { signal } = new AbortController()
const read = (body: object) => clipOrderOf({ model: 'm', body: { prompt: 'a boat', ...body }, signal }, paintHere)

const pixels = painted(1280, 720, (x, y) => [x & 255, y & 255, 90, 255])
const png = Buffer.from(await encode(pixels, 'png', 100))
const url = `data:image/png;base64,${png.toString('base64')}`

test('length and size are as asked for, and four seconds upright by default', async () => {
  expect(await read({})).toMatchObject({ seconds: 4, size: { width: 720, height: 1280 } })
  expect(await read({ seconds: '12', size: '1792x1024' })).toMatchObject({
    seconds: 12,
    size: { width: 1792, height: 1024 },
  })
  expect(await read({ seconds: 8 })).toMatchObject({ seconds: 8 })
})

test('size and length do not change the scene, a seed or a first frame does', async () => {
  const { seed } = await read({ seed: 1 })
  expect((await read({ seed: 1, size: '1280x720', seconds: 12, user: 'ada' })).seed).toBe(seed)
  expect((await read({ seed: 2 })).seed).not.toBe(seed)
  expect((await read({ seed: 1, size: '1280x720', input_reference: url })).seed).not.toBe(seed)
})

test.each([new Blob([png]), url, { image_url: url }, { image_url: { url } }])(
  'a first frame of the right size is taken as a file, a data URL or an object with one (%#)',
  async (input_reference) => {
    const { reference } = await read({ size: '1280x720', input_reference })
    expect(reference?.format).toBe('png')
    expect(reference?.bytes).toHaveLength(png.length)
  },
)

test.each([
  [{ size: '1920x1080' }, 'size', /720x1280, 1280x720, 1024x1792 or 1792x1024/],
  [{ seconds: 5 }, 'seconds', /4, 8 or 12/],
  [{ input_reference: url }, 'input_reference', /the image is 1280x720, but the video is 720x1280/],
  [{ input_reference: 'data:image/png;base64,AAAA' }, 'input_reference', /not a PNG, JPEG or WebP/],
  [{ input_reference: { file_id: 'file_1' } }, 'input_reference', /does not store files/],
  [{ input_reference: 'https://pictures.example/a.png' }, 'input_reference', /does not fetch URLs/],
  [
    { size: '1280x720', input_reference: new Blob([png.subarray(0, png.length / 2)]) },
    'input_reference',
    /cannot be decoded/,
  ],
])('what cannot be served names its field (%#)', async (body, param, message) => {
  await expect(read(body)).rejects.toMatchObject({ param, message: expect.stringMatching(message) })
})
