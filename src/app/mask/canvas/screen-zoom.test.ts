import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampedScale, fittedView, nextScale, onScreenPixels } from './screen.ts'

const picture = { width: 1536, height: 1024 }
const box = { width: 1000, height: 700 }
const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })

test('a fitted picture lies whole and in the middle, with a margin', () => {
  const { scale, x, y } = fittedView(picture, box)
  expect(x).toBeCloseTo(16)
  expect(x + (picture.width * scale) / 2).toBeCloseTo(500)
  expect(y + (picture.height * scale) / 2).toBeCloseTo(350)
})

test('no picture is fitted outside of its box, or larger than 3200 %', () => {
  fc.assert(
    fc.property(size, (any) => {
      const { scale, x, y } = fittedView(any, box)
      expect(scale).toBeLessThanOrEqual(32)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6)
    }),
  )
})

test('zoom goes from 5 to 3200 %, and lower only where the whole picture needs it', () => {
  expect(clampedScale(0.001, picture, box)).toBe(0.05)
  expect(clampedScale(99, picture, box)).toBe(32)
  expect(clampedScale(0.001, { width: 60_000, height: 10 }, box)).toBeCloseTo(968 / 60_000)
})

test('at whole scales the picture begins at a screen pixel, and nowhere else is it moved', () => {
  expect(onScreenPixels({ scale: 1, x: 10.4, y: -3.6 }, 1)).toEqual({ scale: 1, x: 10, y: -4 })
  expect(onScreenPixels({ scale: 1, x: 10.4, y: -3.6 }, 2)).toEqual({ scale: 1, x: 10.5, y: -3.5 })
  expect(onScreenPixels({ scale: 0.7, x: 10.4, y: 1.2 }, 1)).toEqual({ scale: 0.7, x: 10.4, y: 1.2 })
})

test('plus and minus go up and down a ladder, and stay on it', () => {
  expect([nextScale(1, 1), nextScale(1, -1), nextScale(0.72, 1), nextScale(0.72, -1)]).toEqual([1.5, 0.6667, 1, 0.6667])
  expect([nextScale(32, 1), nextScale(0.05, -1)]).toEqual([32, 0.05])
})
