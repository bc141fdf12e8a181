import { expect, test } from 'vitest'
import { sampled, sampledExamples } from '#app/tool/examples/sampled-examples.ts'
import { tools } from '#app/tool/tools.ts'
import { decode } from '#sandbox/picture/paint/codecs.ts'
import { type Pixels, scaledToCover } from '#sandbox/picture/paint/pixels.ts'
import { sampleOf } from '#sandbox/samples.ts'
import { type PictureItem, pictureSandbox, pixelsOf } from './testing/ask.ts'

const { ask } = pictureSandbox()

const of = (prompt: RegExp) => {
  const asked = [...sampled].find(([key]) => prompt.test(key))?.[1]
  if (!asked) throw new Error('no such example')
  return asked
}

/** The mean difference of a channel, from 0 to 255. */
function distance(one: Pixels, other: Pixels): number {
  const small = scaledToCover(one, other.width, other.height)
  return other.data.reduce((sum, value, at) => sum + Math.abs(value - (small.data[at] ?? 0)), 0) / other.data.length
}

test('a thumbnail shows what the run of its example gives, and is small', { timeout: 120_000 }, async () => {
  const [boats, fox] = [of(/red sailing boat/), of(/fox/)]
  const shown = await sampleOf(boats)
  for (const bytes of [...shown.files, ...(await sampleOf(fox)).files]) expect(bytes.length).toBeLessThan(12_000)
  const body = { ...boats.request, n: 2, stream: false, partial_images: undefined, output_format: 'png' }
  const { data }: { data: PictureItem[] } = await (await ask(body)).json()
  const [first, second] = await Promise.all(data.map((item) => pixelsOf(item)))
  const [one, two] = await Promise.all(shown.files.map((bytes) => decode({ bytes, format: 'webp' })))
  if (!first || !second || !one || !two) throw new Error('a picture is missing')
  expect(distance(first, one)).toBeLessThan(6)
  expect(distance(second, two)).toBeLessThan(6)
  expect(distance(first, two)).toBeGreaterThan(distance(second, two) * 2)
})

test('a video that begins with an image has that image, and thumbnails of both', async () => {
  const { files, type } = await sampleOf(of(/balloon drifts/))
  expect(type).toBe('webp')
  const sizes = await Promise.all(files.map((bytes) => decode({ bytes, format: 'webp' })))
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [1280, 720],
    [384, 216],
    [384, 216],
  ])
  for (const bytes of files.slice(1)) expect(bytes.length).toBeLessThan(12_000)
})

test('a sound is short, and its loudness can be drawn', async () => {
  for (const prompt of [/bell notes/, /synth bass/]) {
    const { files, type, loudness = [] } = await sampleOf(of(prompt))
    expect(type).toBe('mp3')
    expect(files.map(({ length }) => length <= 30_000 && length > 2_000)).toEqual([true])
    expect(loudness).toHaveLength(48)
    expect(Math.max(...loudness)).toBe(1)
  }
})

test('each prompt is of one example, by which its sample is found', () => {
  expect(sampled.size).toBe(tools.flatMap((tool) => sampledExamples(tool)).length)
})
