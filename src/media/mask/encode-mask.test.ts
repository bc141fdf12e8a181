import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { dimensionsOf } from '../dimensions.ts'
import { crc32, pngChunks } from '../png.ts'
import { encodeMask } from './encode-mask.ts'
import type { MaskPixels } from './mask-pixels.ts'

const sample = { seed, numRuns: process.env.SOAK ? 2000 : 60 }

/** Red, green, blue and alpha of each pixel, as the format's own text has it. */
function decode(png: Uint8Array<ArrayBuffer>): number[][] {
  const chunks = [...pngChunks(png)]
  const dataOf = (wanted: string) => chunks.find(({ name }) => name === wanted)?.data ?? new Uint8Array(0)
  for (const { from, data } of chunks) {
    const view = new DataView(png.buffer)
    expect(view.getUint32(from + 8 + data.length)).toBe(crc32(png.subarray(from + 4, from + 8 + data.length)))
  }
  const head = new DataView(dataOf('IHDR').slice().buffer)
  const [width, height] = [head.getUint32(0), head.getUint32(4)]
  expect([head.getUint8(8), head.getUint8(9)]).toEqual([8, 6])
  const rowBytes = width * 4
  const raw = inflateSync(dataOf('IDAT'))
  expect(raw.length).toBe(height * (rowBytes + 1))
  let above = new Uint8Array(rowBytes)
  return Array.from({ length: height }, (_, y) => {
    const filter = raw[y * (rowBytes + 1)]
    const row = new Uint8Array(rowBytes)
    for (let at = 0; at < rowBytes; at += 1) {
      const [left, up] = [row[at - 4] ?? 0, above[at] ?? 0]
      row[at] = (raw[y * (rowBytes + 1) + 1 + at] ?? 0) + (filter === 2 ? up : filter === 1 ? left : 0)
    }
    above = row
    return Array.from({ length: width }, (_, x) => [...row.subarray(x * 4, x * 4 + 4)])
  }).flat()
}

const size = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 12 }) })
const masks = (byte: fc.Arbitrary<number>) =>
  size.chain(({ width, height }) => {
    const row = fc.array(byte, { minLength: width, maxLength: width })
    // Some rows are the one above once more, as in most masks.
    const rows = fc.array(fc.tuple(row, fc.boolean()), { minLength: height, maxLength: height })
    return rows.map((made): MaskPixels => {
      const all = made.map(([bytes]) => bytes)
      for (const [y, [, again]] of made.entries()) if (again && y > 0) all[y] = all[y - 1] ?? []
      return { width, height, bytes: Uint8Array.from(all.flat()) }
    })
  })

test('the alpha of each pixel is 255 less its byte, and all is black', async () => {
  const both = fc.oneof(masks(fc.constantFrom(0, 255)), masks(fc.integer({ min: 0, max: 255 })))
  const property = fc.asyncProperty(both, async (mask) => {
    const png = await encodeMask(mask)
    expect(dimensionsOf(png)).toEqual({ width: mask.width, height: mask.height })
    expect(decode(png)).toEqual(Array.from(mask.bytes, (byte) => [0, 0, 0, 255 - byte]))
  })
  await fc.assert(property, sample)
})

test('a mask of 0 and 255 deflates to a small file', async () => {
  const bytes = Uint8Array.from({ length: 512 * 512 }, (_, at) => ((at ^ (at >> 9)) & 64 ? 255 : 0))
  expect((await encodeMask({ width: 512, height: 512, bytes })).length).toBeLessThan(10_000)
})

test('a mask that is deflated in several pieces is whole', async () => {
  const mask = { width: 200, height: 700, bytes: Uint8Array.from({ length: 140_000 }, (_, at) => (at * 7) >> 3) }
  expect(decode(await encodeMask(mask)).every(([, , , alpha], at) => alpha === 255 - (mask.bytes[at] ?? 0))).toBe(true)
})
