import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitted, moved, zoomedTo } from './zoom.ts'

const picture = { width: 1000, height: 500 }
const box = { width: 400, height: 400 }

test('a picture that is larger than its box is fitted into it, in the middle', () => {
  expect(fitted(picture, box)).toEqual({ scale: 0.4, x: 0, y: 100 })
})

test('a picture that is smaller than its box keeps its size', () => {
  expect(fitted({ width: 100, height: 50 }, box)).toEqual({ scale: 1, x: 150, y: 175 })
})

test('a picture cannot be pulled out of its box', () => {
  const view = { scale: 1, x: 0, y: 0 }
  expect(moved(view, { x: 5000, y: 5000 }, picture, box)).toEqual({ scale: 1, x: 0, y: 0 })
  expect(moved(view, { x: -5000, y: -5000 }, picture, box)).toEqual({ scale: 1, x: -600, y: -100 })
})

test('the scale has its bounds', () => {
  const view = fitted(picture, box)
  expect(zoomedTo(view, 1e9, { x: 0, y: 0 }, picture, box).scale).toBe(32)
  expect(zoomedTo(view, 0, { x: 0, y: 0 }, picture, box).scale).toBe(0.02)
})

const within = (most: number) => fc.double({ min: 0, max: most, noNaN: true })

test('zooming keeps what lies under the pointer, wherever no edge is in the way', () => {
  fc.assert(
    fc.property(within(400), within(400), fc.double({ min: 2, max: 6, noNaN: true }), (x, y, scale) => {
      const before = { scale: 2, x: -800, y: -300 }
      const after = zoomedTo(before, scale, { x, y }, picture, box)
      expect((x - after.x) / after.scale).toBeCloseTo((x - before.x) / before.scale, 6)
      expect((y - after.y) / after.scale).toBeCloseTo((y - before.y) / before.scale, 6)
    }),
    { seed: 20261122, numRuns: 200 },
  )
})

test('no gap opens beside a picture that is larger than its box', () => {
  const any = fc.double({ min: -1e5, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(any, any, fc.double({ min: 1, max: 32, noNaN: true }), (x, y, scale) => {
      const view = moved({ scale, x: 0, y: 0 }, { x, y }, picture, box)
      expect(view.x).toBeLessThanOrEqual(0)
      expect(view.x + picture.width * scale).toBeGreaterThanOrEqual(box.width - 1e-6)
    }),
    { seed: 20261122, numRuns: 200 },
  )
})
