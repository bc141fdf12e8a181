import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import type { RgbaPixels } from '../dimensions.ts'
import { maskPart } from '../mask/mask-pixels.ts'
import type { Rect } from '../mask/rect.ts'
import { pasteResult } from './paste-result.ts'

const sample = { seed, numRuns: process.env.SOAK ? 3000 : 100 }

const picture = (width: number, height: number, seed: number): RgbaPixels => ({
  ...{ width, height },
  rgba: Uint8Array.from({ length: width * height * 4 }, (_, at) => ((at + seed) * 2654435761) >>> 24),
})

/** What pasting makes of a copy of the base. */
function pasted(base: RgbaPixels, bytes: Uint8Array, frame: Rect, softEdge: number, result: RgbaPixels): Uint8Array {
  const copy = { ...base, rgba: new Uint8Array(base.rgba) }
  const mask = maskPart({ width: base.width, height: base.height, bytes }, frame)
  pasteResult(copy, { result, frame, mask, softEdge })
  return copy.rgba
}

const pixel = (rgba: ArrayLike<number>, at: number) => Array.from(rgba).slice(at * 4, at * 4 + 4)

const cases = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 18 }) })
  .chain(({ width, height }) =>
    fc.record({
      size: fc.constant({ width, height }),
      frame: fc
        .tuple(fc.nat(width - 1), fc.nat(height - 1), fc.nat(23), fc.nat(17))
        .map(([x, y, w, h]) => ({ x, y, width: Math.min(width - x, w + 1), height: Math.min(height - y, h + 1) })),
      marks: fc.array(fc.tuple(fc.nat(23), fc.nat(17), fc.integer({ min: 1, max: 255 })), { maxLength: 6 }),
      softEdge: fc.constantFrom(0, 0, 1, 3, 8),
    }),
  )

test('every byte stays that is farther from the mask than the soft edge, transparent pixels included', () => {
  const property = fc.property(cases, ({ size, frame, marks, softEdge }) => {
    const base = picture(size.width, size.height, 7)
    const bytes = new Uint8Array(size.width * size.height)
    const marked = marks.map(([x, y, value]) => ({
      x: frame.x + (x % frame.width),
      y: frame.y + (y % frame.height),
      value,
    }))
    for (const { x, y, value } of marked) bytes[y * size.width + x] = value
    const rgba = pasted(base, bytes, frame, softEdge, picture(frame.width, frame.height, 99))
    for (let at = 0; at < bytes.length; at += 1) {
      const [x, y] = [at % size.width, Math.floor(at / size.width)]
      const isNear = marked.some((mark) => Math.hypot(mark.x - x, mark.y - y) <= softEdge)
      if (!isNear) expect(pixel(rgba, at)).toEqual(pixel(base.rgba, at))
    }
  })
  fc.assert(property, sample)
})

test('what is fully marked is the result, byte for byte', () => {
  const property = fc.property(cases, ({ size, frame, softEdge }) => {
    const base = picture(size.width, size.height, 1)
    const result = picture(frame.width, frame.height, 2)
    const bytes = new Uint8Array(size.width * size.height).fill(0)
    for (let y = frame.y; y < frame.y + frame.height; y += 1)
      bytes.fill(255, y * size.width + frame.x, y * size.width + frame.x + frame.width)
    const rgba = pasted(base, bytes, frame, softEdge, result)
    expect([...cutOut({ ...base, rgba }, frame).rgba]).toEqual([...result.rgba])
  })
  fc.assert(property, sample)
})

const one = (...rgba: number[]): RgbaPixels => ({ width: rgba.length / 4, height: 1, rgba: Uint8Array.from(rgba) })

test('a byte of the mask is the share of the result, and a transparent side gives no colour', () => {
  const frame = { x: 0, y: 0, width: 1, height: 1 }
  const mixed = (base: number[], result: number[]) => [
    ...pasted(one(...base), Uint8Array.of(51), frame, 0, one(...result)),
  ]
  expect(mixed([100, 100, 100, 255], [200, 0, 100, 255])).toEqual([120, 80, 100, 255])
  expect(mixed([9, 9, 9, 0], [200, 10, 0, 255])).toEqual([200, 10, 0, 51])
  expect(mixed([9, 9, 9, 255], [200, 10, 0, 0])).toEqual([9, 9, 9, 204])
})

test('a soft edge falls from the mask outwards', () => {
  const [width, height] = [31, 31]
  const frame = { x: 0, y: 0, width, height }
  const bytes = new Uint8Array(width * height)
  for (let y = 10; y < 21; y += 1) bytes.fill(255, y * width, y * width + 11)
  const black = { width, height, rgba: new Uint8Array(width * height * 4).map((_, at) => (at % 4 === 3 ? 255 : 0)) }
  const white = { width, height, rgba: new Uint8Array(width * height * 4).fill(255) }
  const rgba = pasted(black, bytes, frame, 8, white)
  const greys = Array.from({ length: 11 }, (_, n) => rgba[(15 * width + 10 + n) * 4] ?? 0)
  expect(greys).toEqual(greys.toSorted((a, b) => b - a))
  expect(greys[0]).toBe(255)
  expect(greys[4]).toBeGreaterThan(80)
  expect(greys[4]).toBeLessThan(175)
  expect(greys.slice(9)).toEqual([0, 0])
})

/** A copy of a rectangle of a picture, which must lie inside. */
function cutOut({ rgba, width: across }: RgbaPixels, { x, y, width, height }: Rect): RgbaPixels {
  const part = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * across + x) * 4
    part.set(rgba.subarray(from, from + width * 4), row * width * 4)
  }
  return { width, height, rgba: part }
}
