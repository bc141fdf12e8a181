import { expect, test } from 'vitest'
import { noDifference, withBand } from './pixel-difference.ts'

const rgba = (...pixels: readonly (readonly [number, number, number, number])[]) =>
  Uint8ClampedArray.from(pixels.flat())
const grey = (level: number, alpha = 255) => [level, level, level, alpha] as const

test('kept and edited pixels are counted apart, each with its largest change', () => {
  const before = rgba(grey(10), grey(20), grey(30), grey(40))
  const after = rgba(grey(10), grey(23), grey(30), [40, 140, 40, 255])
  const mask = rgba(grey(0, 255), grey(0, 255), grey(0, 0), grey(0, 0))
  expect(withBand(noDifference, before, after, mask)).toEqual({
    kept: { pixels: 2, changed: 1, most: 3 },
    edited: { pixels: 2, changed: 1, most: 100 },
  })
})

test('bands add up', () => {
  const one = withBand(noDifference, rgba(grey(1)), rgba(grey(9)), rgba(grey(0)))
  expect(withBand(one, rgba(grey(5)), rgba(grey(5)), rgba(grey(0)))).toEqual({
    kept: { pixels: 2, changed: 1, most: 8 },
    edited: { pixels: 0, changed: 0, most: 0 },
  })
})

test('the soft edge of a mask may change, and without a mask everything may', () => {
  const [before, after] = [rgba(grey(0)), rgba(grey(1))]
  expect(withBand(noDifference, before, after, rgba(grey(0, 254))).kept.pixels).toBe(0)
  expect(withBand(noDifference, before, after).edited).toEqual({ pixels: 1, changed: 1, most: 1 })
})

test('the colour of what nobody sees does not count, its becoming visible does', () => {
  expect(withBand(noDifference, rgba(grey(0, 0)), rgba(grey(200, 0))).edited.changed).toBe(0)
  expect(withBand(noDifference, rgba(grey(0, 0)), rgba(grey(0, 9))).edited).toMatchObject({ changed: 1, most: 9 })
})
