import { expect, test } from 'vitest'
import { noDifference, type PixelDifference, withBand } from './pixel-difference.ts'

const rgba = (...pixels: readonly (readonly [number, number, number, number])[]) =>
  Uint8ClampedArray.from(pixels.flat())
const grey = (level: number, alpha = 255) => [level, level, level, alpha] as const

/** A band of one row. */
const withRow = (
  found: PixelDifference,
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  mask?: Uint8ClampedArray,
) => withBand(found, { before, after, mask, width: before.length / 4, top: 0 })

test('kept and edited pixels are counted apart, each with its largest change', () => {
  const before = rgba(grey(10), grey(20), grey(30), grey(40))
  const after = rgba(grey(10), grey(23), grey(30), [40, 140, 40, 255])
  const mask = rgba(grey(0, 255), grey(0, 255), grey(0, 0), grey(0, 0))
  expect(withRow(noDifference, before, after, mask)).toEqual({
    kept: { pixels: 2, changed: 1, most: 3 },
    edited: { pixels: 2, changed: 1, most: 100 },
    region: { x: 1, y: 0, width: 3, height: 1 },
  })
})

test('bands add up', () => {
  const one = withRow(noDifference, rgba(grey(1)), rgba(grey(9)), rgba(grey(0)))
  expect(withRow(one, rgba(grey(5)), rgba(grey(5)), rgba(grey(0)))).toEqual({
    kept: { pixels: 2, changed: 1, most: 8 },
    edited: { pixels: 0, changed: 0, most: 0 },
    region: { x: 0, y: 0, width: 1, height: 1 },
  })
})

test('the soft edge of a mask may change, and without a mask everything may', () => {
  const [before, after] = [rgba(grey(0)), rgba(grey(1))]
  expect(withRow(noDifference, before, after, rgba(grey(0, 254))).kept.pixels).toBe(0)
  expect(withRow(noDifference, before, after).edited).toEqual({ pixels: 1, changed: 1, most: 1 })
})

test('the colour of what nobody sees does not count, its becoming visible does', () => {
  expect(withRow(noDifference, rgba(grey(0, 0)), rgba(grey(200, 0))).edited.changed).toBe(0)
  expect(withRow(noDifference, rgba(grey(0, 0)), rgba(grey(0, 9))).edited).toMatchObject({ changed: 1, most: 9 })
})

test('the region holds all changed pixels of all bands, in pixels of the image', () => {
  const black = rgba(...Array.from({ length: 6 }, () => grey(0)))
  const changedAt = (n: number) => rgba(...Array.from({ length: 6 }, (_, at) => grey(at === n ? 1 : 0)))
  const one = withBand(noDifference, { before: black, after: changedAt(5), width: 3, top: 0 })
  expect(one.region).toEqual({ x: 2, y: 1, width: 1, height: 1 })
  const two = withBand(one, { before: black, after: changedAt(3), width: 3, top: 2 })
  expect(two.region).toEqual({ x: 0, y: 1, width: 3, height: 3 })
  expect(withBand(two, { before: black, after: black, width: 3, top: 4 }).region).toEqual(two.region)
})

test('a change of one level is drawn light enough to be seen, in red where the mask keeps the pixel', () => {
  const drawn = new Uint8ClampedArray(16)
  const before = rgba(grey(9), grey(9), grey(9), grey(0))
  const after = rgba(grey(9), grey(10), grey(10), grey(255))
  withBand(noDifference, {
    before,
    after,
    mask: rgba(grey(0), grey(0), grey(0, 0), grey(0, 0)),
    drawn,
    width: 4,
    top: 0,
  })
  expect([...drawn]).toEqual([0, 0, 0, 255, 96, 24, 19, 255, 96, 96, 96, 255, 255, 255, 255, 255])
})
