import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { MaskEditor } from './mask-editor.ts'

const sample = { seed, numRuns: process.env.SOAK ? 3000 : 80 }
const [width, height] = [40, 30]
const near = (size: number) => fc.double({ min: -10, max: size + 10, noNaN: true })
const even = (size: number) => fc.integer({ min: -4, max: size * 2 + 4 }).map((n) => n / 2)
const place = fc.oneof(fc.record({ x: near(width), y: near(height) }), fc.record({ x: even(width), y: even(height) }))

/** Whether the mask is marked exactly where a place's pixel should be; where that is undefined, it may be either. */
function isMarked(editor: MaskEditor, should: (x: number, y: number) => boolean | undefined): boolean {
  return editor.bytes.every((byte, at) => {
    const wanted = should((at % width) + 0.5, Math.floor(at / width) + 0.5)
    return wanted === undefined || (byte === 255) === wanted
  })
}

test('a polygon holds the pixels whose centres lie inside by the even-odd rule', () => {
  const property = fc.property(fc.array(place, { maxLength: 9 }), (corners) => {
    const editor = new MaskEditor(width, height)
    editor.polygon(corners, 255)
    return isMarked(editor, (x, y) => {
      let inside = false
      for (const [n, a] of corners.entries()) {
        const b = corners[(n + 1) % corners.length] ?? a
        if (a.y > y === b.y > y) continue
        const crossing = a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)
        if (Math.abs(crossing - x) < 1e-6) return undefined
        if (crossing < x) inside = !inside
      }
      // A corner on the very middle of a row may count for either side.
      return corners.some((corner) => corner.y === y) ? undefined : inside
    })
  })
  fc.assert(property, sample)
})

test('a polygon with corners on the middles of rows holds what it should', () => {
  const editor = new MaskEditor(width, height)
  editor.polygon(
    [
      { x: 2, y: 2.5 },
      { x: 12, y: 2.5 },
      { x: 12, y: 8.5 },
      { x: 2, y: 8.5 },
    ],
    255,
  )
  expect(isMarked(editor, (x, y) => x > 2 && x < 12 && y >= 2.5 && y < 8.5)).toBe(true)
  editor.polygon(
    [
      { x: 2, y: 2.5 },
      { x: 12, y: 2.5 },
      { x: 12, y: 8.5 },
      { x: 2, y: 8.5 },
    ],
    0,
  )
  expect(editor.marked).toBe(0)
})

test('a rectangle and an ellipse hold the pixels whose centres lie inside, however they are drawn', () => {
  const property = fc.property(place, place, (from, to) => {
    const box = { ...from, width: to.x - from.x, height: to.y - from.y }
    const rectangle = new MaskEditor(width, height)
    rectangle.rectangle(box, 255)
    const ellipse = new MaskEditor(width, height)
    ellipse.ellipse(box, 255)
    const [middleX, middleY] = [(from.x + to.x) / 2, (from.y + to.y) / 2]
    return (
      isMarked(rectangle, (x, y) => {
        const isIn = (at: number, a: number, b: number) => at >= Math.min(a, b) && at < Math.max(a, b)
        return isIn(x, from.x, to.x) && isIn(y, from.y, to.y)
      }) &&
      isMarked(ellipse, (x, y) => {
        const out = ((x - middleX) / (box.width / 2)) ** 2 + ((y - middleY) / (box.height / 2)) ** 2
        return Math.abs(out - 1) < 1e-9 ? undefined : out < 1
      })
    )
  })
  fc.assert(property, sample)
})

test('a fill goes by the sides up to what is marked, and erases all that is marked at all', () => {
  const bytes = fc.array(fc.constantFrom(0, 0, 120, 240, 255), { minLength: width * height, maxLength: width * height })
  const property = fc.property(
    bytes,
    fc.nat(width - 1),
    fc.nat(height - 1),
    fc.constantFrom(0 as const, 255 as const),
    (bytes, x, y, value) => {
      const before = Uint8Array.from(bytes)
      const editor = new MaskEditor(width, height, before)
      editor.fill(x + 0.7, y, value)
      const isOpen = (at: number) => (value === 255 ? (before[at] ?? 255) < 224 : (before[at] ?? 0) > 0)
      const reached = new Set(isOpen(y * width + x) ? [y * width + x] : [])
      for (const at of reached) {
        const column = at % width
        for (const next of [
          at - width,
          at + width,
          ...(column > 0 ? [at - 1] : []),
          ...(column < width - 1 ? [at + 1] : []),
        ])
          if (isOpen(next)) reached.add(next)
      }
      return before.every((byte, at) => editor.bytes[at] === (reached.has(at) ? value : byte))
    },
  )
  fc.assert(property, sample)
})

test('a fill from outside does nothing', () => {
  const editor = new MaskEditor(width, height)
  for (const [x, y] of [
    [-0.5, 3],
    [width, 3],
    [3, height],
    [Number.NaN, 2],
  ] as const)
    editor.fill(x, y, 255)
  expect(editor.marked).toBe(0)
})

test('a ring drawn with a soft tip holds a fill, and is erased whole', () => {
  for (const radius of [4, 10, 30]) {
    const editor = new MaskEditor(200, 200)
    const ring = Array.from({ length: 80 }, (_, n) => ({
      x: 100 + 60 * Math.cos((n / 79) * 2 * Math.PI),
      y: 100 + 60 * Math.sin((n / 79) * 2 * Math.PI),
      pressure: 1,
    }))
    editor.stroke(ring, { radius, hardness: 0, value: 255 })
    editor.fill(100, 100, 255)
    expect([editor.bytes[100 * 200 + 100], editor.bytes[0]]).toEqual([255, 0])
    editor.fill(100, 100, 0)
    expect(editor.marked).toBe(0)
  }
})
