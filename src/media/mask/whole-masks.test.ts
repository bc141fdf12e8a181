import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { featherMask } from './feather-mask.ts'
import { growMask, shrinkMask } from './grow-mask.ts'
import { refitMask } from './refit-mask.ts'
import { selectColour, withSelection } from './select-colour.ts'

const sample = { seed, numRuns: process.env.SOAK ? 3000 : 60 }

const size = fc.record({ width: fc.integer({ min: 1, max: 33 }), height: fc.integer({ min: 1, max: 33 }) })
const maskOf = (byte: fc.Arbitrary<number>) =>
  size.chain(({ width, height }) =>
    fc
      .array(byte, { minLength: width * height, maxLength: width * height })
      .map((bytes) => ({ width, height, bytes: Uint8Array.from(bytes) })),
  )
const hard = maskOf(fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 255))
const soft = maskOf(fc.oneof(fc.constant(0), fc.constant(255), fc.integer({ min: 0, max: 255 })))
const by = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 12, noNaN: true }))

test('grown by so many pixels, each pixel has the largest byte that is no farther away', () => {
  const property = fc.property(fc.oneof(hard, soft), by, (mask, by) => {
    const grown = growMask(mask, by)
    const marked = [...mask.bytes.entries()].filter(([, byte]) => byte > 0)
    return grown.every((byte, at) => {
      const [x, y] = [at % mask.width, Math.floor(at / mask.width)]
      const isNear = (other: number) =>
        ((other % mask.width) - x) ** 2 + (Math.floor(other / mask.width) - y) ** 2 <= by * by
      return byte === Math.max(0, ...marked.filter(([other]) => isNear(other)).map(([, byte]) => byte))
    })
  })
  fc.assert(property, sample)
})

test('shrinking is growing of what is not marked, and the edges of the picture take nothing', () => {
  const full = { width: 20, height: 9, bytes: new Uint8Array(180).fill(255) }
  expect(shrinkMask(full, 5)).toEqual(full.bytes)
  const hole = { ...full, bytes: full.bytes.slice() }
  hole.bytes[4 * 20 + 10] = 0
  // A disc of radius 2 holds 13 centres.
  expect(shrinkMask(hole, 2).filter((byte) => byte === 0)).toHaveLength(13)
  expect(growMask({ ...full, bytes: shrinkMask(hole, 2) }, 2)).toEqual(hole.bytes)
})

test('a feather leaves what is even, turns edges into even slopes of about twice its width, and keeps the sum', () => {
  const property = fc.property(fc.integer({ min: 2, max: 12 }), (by) => {
    const width = 120
    const bytes = Uint8Array.from({ length: width * 5 }, (_, at) => (at % width < 60 ? 255 : 0))
    const row = [...featherMask({ width, height: 5, bytes }, by).subarray(2 * width, 3 * width)]
    const fromFull = row.findIndex((byte) => byte < 250)
    const toNone = row.findIndex((byte) => byte < 5)
    return (
      row.every((byte, x) => x === 0 || byte <= (row[x - 1] ?? 0)) &&
      Math.abs((row[59] ?? 0) + (row[60] ?? 0) - 255) <= 2 &&
      (row[59] ?? 0) - (row[60] ?? 0) < 255 / by &&
      Math.abs((toNone - fromFull) / (2 * by) - 1) < 0.35 &&
      Math.abs(row.reduce((sum, byte) => sum + byte, 0) - 60 * 255) < 60
    )
  })
  fc.assert(property, sample)
  const even = new Uint8Array(300).fill(77)
  expect(featherMask({ width: 20, height: 15, bytes: even }, 9)).toEqual(even)
  expect(featherMask({ width: 3, height: 1, bytes: Uint8Array.of(0, 255, 0) }, 200)).toHaveLength(3)
})

const pictures = size.chain(({ width, height }) =>
  fc
    .array(fc.constantFrom([10, 10, 10, 255], [14, 9, 10, 255], [10, 10, 30, 255], [0, 0, 0, 0], [90, 0, 0, 0]), {
      minLength: width * height,
      maxLength: width * height,
    })
    .map((pixels) => ({ width, height, rgba: Uint8Array.from(pixels.flat()) })),
)

test('a colour is selected where every part of it is near enough, hanging together or everywhere', () => {
  const property = fc.property(pictures, fc.nat(), fc.constantFrom(0, 4, 20, 255), (picture, any, tolerance) => {
    const { width, height, rgba } = picture
    const start = any % (width * height)
    const pixel = (at: number) => [...rgba.subarray(at * 4, at * 4 + 4)]
    const isLike = (at: number) =>
      (pixel(at)[3] === 0 && pixel(start)[3] === 0) ||
      pixel(at).every((part, n) => Math.abs(part - (pixel(start)[n] ?? 0)) <= tolerance)
    const reached = new Set([start])
    for (const at of reached) {
      const column = at % width
      for (const next of [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1])
        if (next >= 0 && next < width * height && isLike(next)) reached.add(next)
    }
    const choice = { x: (start % width) + 0.5, y: Math.floor(start / width), tolerance }
    const near = selectColour(picture, { ...choice, reach: 'touching' })
    const all = selectColour(picture, { ...choice, reach: 'everywhere' })
    return (
      near.every((byte, at) => byte === (reached.has(at) ? 255 : 0)) &&
      all.every((byte, at) => byte === (isLike(at) ? 255 : 0))
    )
  })
  fc.assert(property, sample)
})

test('no colour is selected from outside', () => {
  const picture = { width: 2, height: 1, rgba: new Uint8Array(8) }
  const selected = selectColour(picture, { x: 2, y: 0, tolerance: 255, reach: 'everywhere' })
  expect([...selected]).toEqual([0, 0])
})

test('a mask of another size is stretched without a grey where it had none, or laid middle on middle', () => {
  const mask = { width: 2, height: 2, bytes: Uint8Array.of(255, 0, 0, 255) }
  const rows = (bytes: Uint8Array, width: number) =>
    Array.from({ length: bytes.length / width }, (_, y) => [...bytes.subarray(y * width, (y + 1) * width)].join(' '))
  expect(rows(refitMask(mask, { width: 4, height: 2 }, 'scale'), 4)).toEqual(['255 255 0 0', '0 0 255 255'])
  expect(rows(refitMask(mask, { width: 4, height: 3 }, 'centre'), 4)).toEqual(['0 255 0 0', '0 0 255 0', '0 0 0 0'])
  expect(rows(refitMask(mask, { width: 1, height: 2 }, 'centre'), 1)).toEqual(['0', '255'])
  const slope = { width: 2, height: 1, bytes: Uint8Array.of(0, 200) }
  expect([...refitMask(slope, { width: 4, height: 1 }, 'scale')]).toEqual([0, 50, 150, 200])
  const property = fc.property(hard, size, (mask, to) =>
    refitMask(mask, to, 'scale').every((byte) => byte === 0 || byte === 255),
  )
  fc.assert(property, sample)
})

test('selected pixels are added to a mask or taken out, and the others stay', () => {
  const mask = Uint8Array.of(0, 90, 255, 7, 0)
  const selected = Uint8Array.of(255, 255, 0, 0, 255)
  expect([...withSelection(mask, selected, 255)]).toEqual([255, 255, 255, 7, 255])
  expect([...withSelection(mask, selected, 0)]).toEqual([0, 0, 255, 7, 0])
})
