import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centredIn, covering, inSight, movedBy, recentred, toBox, toPicture, zoomedTo } from './zoom.ts'

const box = { width: 1000, height: 700 }
const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })
const scales = fc.double({ min: 0.05, max: 32, noNaN: true })
const view = fc.record({ scale: scales, x: coordinate, y: coordinate })

test('what lies at a point stays there while it is zoomed', () => {
  fc.assert(
    fc.property(view, point, scales, (from, at, scale) => {
      const there = toBox(zoomedTo(from, scale, at), toPicture(from, at))
      expect(there.x).toBeCloseTo(at.x, 3)
      expect(there.y).toBeCloseTo(at.y, 3)
    }),
  )
})

test('some of the picture always stays in sight', () => {
  fc.assert(
    fc.property(view, size, (any, shape) => {
      const { x, y, scale } = inSight(any, 64, shape, box)
      const seen = (at: number, length: number, room: number) => Math.min(room, at + length) - Math.max(0, at)
      const wide = shape.width * scale
      expect(seen(x, wide, box.width)).toBeGreaterThanOrEqual(Math.min(64, wide) - 1e-6)
      const high = shape.height * scale
      expect(seen(y, high, box.height)).toBeGreaterThanOrEqual(Math.min(64, high) - 1e-6)
    }),
  )
})

test('no gap opens beside a picture that is larger than its box', () => {
  const any = fc.double({ min: -1e5, max: 1e5, noNaN: true })
  const picture = { width: 1000, height: 700 }
  fc.assert(
    fc.property(any, any, fc.double({ min: 1, max: 32, noNaN: true }), (x, y, scale) => {
      const { x: left, y: top } = covering(movedBy({ scale, x: 0, y: 0 }, { x, y }), picture, box)
      expect(Math.max(left, top)).toBeLessThanOrEqual(0)
      expect(left + picture.width * scale).toBeGreaterThanOrEqual(box.width - 1e-6)
      expect(top + picture.height * scale).toBeGreaterThanOrEqual(box.height - 1e-6)
    }),
  )
})

test('a picture cannot be pulled out of its box', () => {
  const [picture, small] = [
    { width: 1000, height: 500 },
    { width: 400, height: 400 },
  ]
  expect(covering({ scale: 1, x: 5000, y: 5000 }, picture, small)).toEqual({ scale: 1, x: 0, y: 0 })
  expect(covering({ scale: 1, x: -5000, y: -5000 }, picture, small)).toEqual({ scale: 1, x: -600, y: -100 })
})

test('a picture that is smaller than its box is centred, wherever it was', () => {
  const picture = { width: 100, height: 50 }
  expect(covering({ scale: 1, x: 5000, y: -90 }, picture, box)).toEqual(centredIn(1, picture, box))
})

test('another size of the box keeps the middle', () => {
  const before = { scale: 2, x: -700, y: -300 }
  const to = { width: 400, height: 900 }
  const middle = toPicture(before, { x: 500, y: 350 })
  expect(toPicture(recentred(before, box, to), { x: 200, y: 450 })).toEqual(middle)
})
