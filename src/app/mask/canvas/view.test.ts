import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampScale,
  fitView,
  keepInSight,
  onScreenPixels,
  recentre,
  stepScale,
  toPicture,
  toPlace,
  zoomTo,
} from './view.ts'

const picture = { width: 1536, height: 1024 }
const place = { width: 1000, height: 700 }
const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })
const view = fc.record({ scale: fc.double({ min: 0.05, max: 32, noNaN: true }), x: coordinate, y: coordinate })

test('a fitted picture lies whole and in the middle, with a margin', () => {
  const { scale, x, y } = fitView(picture, place)
  expect(x).toBeCloseTo(16)
  expect(x + (picture.width * scale) / 2).toBeCloseTo(500)
  expect(y + (picture.height * scale) / 2).toBeCloseTo(350)
})

test('no picture is fitted outside of its place, or larger than 3200 %', () => {
  fc.assert(
    fc.property(size, (any) => {
      const { scale, x, y } = fitView(any, place)
      expect(scale).toBeLessThanOrEqual(32)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6)
    }),
  )
})

test('what lies at a point stays there while it is zoomed', () => {
  fc.assert(
    fc.property(view, point, fc.double({ min: 0.05, max: 32, noNaN: true }), (from, at, scale) => {
      const there = toPlace(zoomTo(from, scale, at), toPicture(from, at))
      expect(there.x).toBeCloseTo(at.x, 3)
      expect(there.y).toBeCloseTo(at.y, 3)
    }),
  )
})

test('zoom goes from 5 to 3200 %, and lower only where the whole picture needs it', () => {
  expect(clampScale(0.001, picture, place)).toBe(0.05)
  expect(clampScale(99, picture, place)).toBe(32)
  expect(clampScale(0.001, { width: 60_000, height: 10 }, place)).toBeCloseTo(968 / 60_000)
})

test('some of the picture always stays in sight', () => {
  fc.assert(
    fc.property(view, size, (any, shape) => {
      const { x, y, scale } = keepInSight(any, shape, place)
      const seen = (at: number, length: number, room: number) => Math.min(room, at + length) - Math.max(0, at)
      const wide = shape.width * scale
      expect(seen(x, wide, place.width)).toBeGreaterThanOrEqual(Math.min(64, wide) - 1e-6)
      const high = shape.height * scale
      expect(seen(y, high, place.height)).toBeGreaterThanOrEqual(Math.min(64, high) - 1e-6)
    }),
  )
})

test('another size of the place keeps the middle', () => {
  const before = { scale: 2, x: -700, y: -300 }
  const to = { width: 400, height: 900 }
  const middle = toPicture(before, { x: 500, y: 350 })
  expect(toPicture(recentre(before, place, to), { x: 200, y: 450 })).toEqual(middle)
})

test('at whole scales the picture begins at a screen pixel, and nowhere else is it moved', () => {
  expect(onScreenPixels({ scale: 1, x: 10.4, y: -3.6 }, 1)).toEqual({ scale: 1, x: 10, y: -4 })
  expect(onScreenPixels({ scale: 1, x: 10.4, y: -3.6 }, 2)).toEqual({ scale: 1, x: 10.5, y: -3.5 })
  expect(onScreenPixels({ scale: 0.7, x: 10.4, y: 1.2 }, 1)).toEqual({ scale: 0.7, x: 10.4, y: 1.2 })
})

test('plus and minus go up and down a ladder, and stay on it', () => {
  expect([stepScale(1, 1), stepScale(1, -1), stepScale(0.72, 1), stepScale(0.72, -1)]).toEqual([1.5, 0.6667, 1, 0.6667])
  expect([stepScale(32, 1), stepScale(0.05, -1)]).toEqual([32, 0.05])
})
