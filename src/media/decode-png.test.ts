import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../testing/seed.ts'
import { decodePng } from './decode-png.ts'
import { encodePng } from './encode-png.ts'
import { joinedBytes, pngChunk, pngSignature } from './png.ts'

const sample = { seed, numRuns: process.env.SOAK ? 2000 : 60 }

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 30 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) => {
    const bytes = fc.uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
    return fc.tuple(bytes, fc.boolean()).map(([rgba, isOpaque]) => {
      if (isOpaque) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255
      return { width, height, rgba }
    })
  })

test('every pixel comes back as it was, those of hidden colours too', async () => {
  const property = fc.asyncProperty(pictures, async (picture) => {
    const read = await decodePng(await encodePng(picture))
    expect(read).toEqual({ ...picture, rgba: new Uint8Array(picture.rgba) })
  })
  await fc.assert(property, sample)
})

test('a rectangle of a picture is read alone', async () => {
  const rgba = Uint8Array.from({ length: 5 * 4 * 4 }, (_, at) => at)
  const png = await encodePng({ width: 5, height: 4, rgba })
  const part = await decodePng(png, { x: 1, y: 2, width: 2, height: 2 })
  const rows = [rgba.subarray(44, 52), rgba.subarray(64, 72)]
  expect(part).toEqual({ width: 2, height: 2, rgba: joinedBytes(rows) })
})

function png(
  colour: number,
  rows: readonly (readonly number[])[],
  more: readonly Uint8Array[] = [],
  width = 2,
  last = [8, colour, 0, 0, 0],
) {
  const head = new Uint8Array(13)
  new DataView(head.buffer).setUint32(0, width)
  new DataView(head.buffer).setUint32(4, rows.length)
  head.set(last, 8)
  const data = new Uint8Array(deflateSync(Uint8Array.from(rows.flat())))
  const [first, second] = [data.subarray(0, 5), data.subarray(5)]
  return joinedBytes([
    ...[pngSignature, pngChunk('IHDR', head), ...more],
    ...[pngChunk('IDAT', first), pngChunk('IDAT', second), pngChunk('IEND', new Uint8Array(0))],
  ])
}

const pixelsOf = async (file: Uint8Array<ArrayBuffer>) => [...((await decodePng(file))?.rgba ?? [])]

test('all five filters are undone', async () => {
  const rows = [
    [0, 10, 20],
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [4, 1, 1],
  ]
  const greys = [10, 20, 1, 2, 2, 3, 2, 3, 3, 4]
  expect(await pixelsOf(png(0, rows))).toEqual(greys.flatMap((grey) => [grey, grey, grey, 255]))
})

test('grey with alpha and palettes are colours', async () => {
  expect(await pixelsOf(png(4, [[0, 7, 8, 9, 0]]))).toEqual([7, 7, 7, 8, 9, 9, 9, 0])
  const palette = [pngChunk('PLTE', Uint8Array.of(1, 2, 3, 4, 5, 6)), pngChunk('tRNS', Uint8Array.of(9))]
  expect(await pixelsOf(png(3, [[0, 1, 0]], palette))).toEqual([4, 5, 6, 255, 1, 2, 3, 9])
})

test('other kinds of PNG are left to the browser, and so are damaged ones', async () => {
  const row = [[0, 1, 2]]
  const others = [
    png(0, row, [], 2, [16, 0, 0, 0, 0]),
    png(0, row, [], 2, [8, 0, 0, 0, 1]),
    png(0, row, [pngChunk('tRNS', Uint8Array.of(0, 1))]),
    png(3, row),
    png(0, [[5, 1, 2]]),
    png(0, [[0, 1]]),
    png(0, row).subarray(0, -20),
    Uint8Array.of(1, 2, 3),
  ]
  for (const file of others) expect(await decodePng(file)).toBeUndefined()
})
