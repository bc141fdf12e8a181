import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { type Brush, MaskEditor, type StrokePoint } from './mask-editor.ts'

const sample = { seed, numRuns: process.env.SOAK ? 3000 : 60 }

const [width, height] = [61, 47]

const place = (size: number) => fc.double({ min: -20, max: size + 20, noNaN: true })
const point = fc.record({ x: place(width), y: place(height), pressure: fc.double({ min: 0.05, max: 1, noNaN: true }) })
/** On half pixels, where rims meet the centres of pixels exactly. */
const evenPoint = fc.record({
  x: fc.integer({ min: -8, max: 2 * width + 8 }).map((x) => x / 2),
  y: fc.integer({ min: -8, max: 2 * height + 8 }).map((y) => y / 2),
  pressure: fc.constantFrom(1, 0.5),
})
const way = fc.oneof(
  fc.array(point, { minLength: 1, maxLength: 6 }),
  fc.array(evenPoint, { minLength: 1, maxLength: 6 }),
)
const radius = fc.oneof(fc.double({ min: 0.3, max: 25, noNaN: true }), fc.integer({ min: 1, max: 25 }))

function stroked(pieces: readonly (readonly StrokePoint[])[], brush: Brush, ground?: Uint8Array): MaskEditor {
  const editor = new MaskEditor(width, height, ground)
  editor.begin()
  for (const piece of pieces) editor.stroke(piece, brush)
  editor.end()
  return editor
}

/** By how much the disc comes over a place on its way, squared and at most: below 0 it does. A parabola along the way. */
function gap(x: number, y: number, a: StrokePoint, b: StrokePoint, radius: number): number {
  const [dx, dy, dr] = [b.x - a.x, b.y - a.y, (b.pressure - a.pressure) * radius]
  const at = (t: number) => (x - a.x - t * dx) ** 2 + (y - a.y - t * dy) ** 2 - (a.pressure * radius + t * dr) ** 2
  const curve = dx * dx + dy * dy - dr * dr
  const lowest = ((x - a.x) * dx + (y - a.y) * dy + a.pressure * radius * dr) / curve
  const inside = curve > 0 && lowest > 0 && lowest < 1 ? [lowest] : []
  return Math.min(...[0, 1, ...inside].map(at))
}

const pairs = (points: readonly StrokePoint[]) =>
  points.map((point, n) => [points[Math.max(0, n - 1)] ?? point, point] as const)

test('a hard brush sets exactly the pixels whose centres it comes over', () => {
  let rims = 0
  const property = fc.property(way, radius, (points, radius) => {
    const { bytes } = stroked([points], { radius, hardness: 1, value: 255 })
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const least = Math.min(...pairs(points).map(([a, b]) => gap(x + 0.5, y + 0.5, a, b, radius)))
        // So near the rim the two ways of reckoning may round to either side.
        if (Math.abs(least) < 1e-9 * (radius + 100) ** 2) rims += 1
        else if ((bytes[y * width + x] === 255) !== least < 0) return false
      }
    return true
  })
  fc.assert(property, sample)
  expect(rims).toBeGreaterThan(0)
})

test('the rim belongs to the disc', () => {
  const editor = stroked([[{ x: 20.5, y: 20.5, pressure: 1 }]], { radius: 5, hardness: 1, value: 255 })
  const set = (x: number, y: number) => editor.bytes[y * width + x] === 255
  for (const [dx, dy] of [
    [5, 0],
    [-5, 0],
    [0, 5],
    [0, -5],
    [3, 4],
    [-4, 3],
    [4, -3],
    [-3, -4],
  ] as const)
    expect(set(20 + dx, 20 + dy)).toBe(true)
  for (const [dx, dy] of [
    [6, 0],
    [5, 1],
    [-1, 5],
    [4, 4],
    [-4, -4],
  ] as const)
    expect(set(20 + dx, 20 + dy)).toBe(false)
  expect(editor.marked).toBe(81)
})

const brush = fc.record({
  radius,
  hardness: fc.constantFrom(0, 0.3, 0.8, 1),
  value: fc.constantFrom(0 as const, 255 as const),
})

test('a stroke gives the same bytes in however many pieces its points come', () => {
  const property = fc.property(
    way,
    brush,
    fc.array(fc.nat(3), { maxLength: 6 }),
    fc.boolean(),
    (points, brush, cuts, on) => {
      const ground = new Uint8Array(width * height).fill(on ? 200 : 30)
      const pieces: StrokePoint[][] = []
      let from = 0
      for (const cut of [...cuts, points.length]) {
        pieces.push(points.slice(from, from + cut))
        from += cut
      }
      const whole = stroked([points], brush, ground)
      const cut = stroked(pieces, brush, ground)
      return Buffer.compare(whole.bytes, cut.bytes) === 0 && whole.marked === cut.marked
    },
  )
  fc.assert(property, sample)
})

test('a stroke is all that its straight parts are one by one', () => {
  const property = fc.property(way, brush, (points, brush) => {
    const ground = new Uint8Array(width * height).fill(brush.value === 255 ? 0 : 255)
    const whole = stroked([points], brush, ground)
    const apart = new MaskEditor(width, height, ground)
    for (const pair of pairs(points)) apart.stroke(pair, brush)
    return Buffer.compare(whole.bytes, apart.bytes) === 0
  })
  fc.assert(property, sample)
})

/** In the picture, so that most of what is painted is seen. */
const near = fc.record({
  x: fc.integer({ min: 0, max: width }),
  y: fc.integer({ min: 0, max: height }),
  pressure: fc.constantFrom(1, 0.4),
})

/** The nearest that the disc ever is, as a share of its radius: down to one valley, by thirds. */
function nearest(x: number, y: number, a: StrokePoint, b: StrokePoint, radius: number): number {
  const at = (t: number) => {
    const disc = radius * (a.pressure + t * (b.pressure - a.pressure))
    return Math.hypot(x - a.x - t * (b.x - a.x), y - a.y - t * (b.y - a.y)) / disc
  }
  let [low, high] = [0, 1]
  for (let step = 0; step < 40; step += 1) {
    const third = (high - low) / 3
    if (at(low + third) < at(high - third)) high -= third
    else low += third
  }
  return at((low + high) / 2)
}

test('a soft brush gives each pixel the largest share it ever gives it, and takes away as much as it paints', () => {
  const property = fc.property(
    point,
    near,
    fc.boolean(),
    radius,
    fc.constantFrom(0, 0.4, 0.9),
    (a, other, even, radius, hardness) => {
      const b = even ? { ...other, pressure: a.pressure } : other
      const painted = stroked([[a, b]], { radius, hardness, value: 255 }).bytes
      const erased = stroked([[a, b]], { radius, hardness, value: 0 }, new Uint8Array(width * height).fill(255)).bytes
      for (let at = 0; at < painted.length; at += 1) {
        const share = nearest((at % width) + 0.5, Math.floor(at / width) + 0.5, a, b, radius)
        const left = Math.max(0, Math.min(1, (1 - share) / (1 - hardness)))
        if (Math.abs((painted[at] ?? 0) - 255 * left * left * (3 - 2 * left)) > 1.2) return false
        if (erased[at] !== 255 - (painted[at] ?? 0)) return false
      }
      return true
    },
  )
  fc.assert(property, { ...sample, numRuns: sample.numRuns / 3 })
})

test('points that are no places, and brushes without a size, change nothing', () => {
  const editor = new MaskEditor(width, height)
  const brush = { radius: 9, hardness: 1, value: 255 } as const
  editor.stroke([{ x: Number.NaN, y: 3, pressure: 1 }], brush)
  editor.stroke([{ x: 3, y: Number.POSITIVE_INFINITY, pressure: 1 }], brush)
  editor.stroke([{ x: 3, y: 3, pressure: 0 }], brush)
  editor.stroke([{ x: 3, y: 3, pressure: 1 }], { ...brush, radius: -2 })
  expect([editor.marked, editor.canUndo]).toEqual([0, false])
})

test('a brush that is changed within a stroke paints its whole way', () => {
  const editor = new MaskEditor(width, height)
  const at = { x: 20.5, y: 20.5, pressure: 1 }
  editor.begin()
  editor.stroke([at], { radius: 8, hardness: 0.2, value: 255 })
  editor.stroke([{ ...at, x: 21.5 }], { radius: 8, hardness: 0.9, value: 255 })
  editor.end()
  const fresh = stroked([[at, { ...at, x: 21.5 }]], { radius: 8, hardness: 0.9, value: 255 })
  for (let n = 0; n < fresh.bytes.length; n += 1)
    expect(editor.bytes[n] ?? 0).toBeGreaterThanOrEqual(fresh.bytes[n] ?? 0)
})

test('a stroke holds both of its ends as dabs, to the last pixel of their rims', () => {
  const quarter = (size: number) => fc.integer({ min: 0, max: 4 * size }).map((n) => n / 4)
  const end = fc.record({ x: quarter(width), y: quarter(height), pressure: fc.constant(1) })
  const property = fc.property(end, end, fc.constantFrom(2.5, 5, 6.5, 10, 12.5), (a, b, radius) => {
    const brush: Brush = { radius, hardness: 1, value: 255 }
    const { bytes } = stroked([[a, b]], brush)
    return [a, b].every((dab) => stroked([[dab]], brush).bytes.every((byte, at) => byte === 0 || bytes[at] === 255))
  })
  // Here the rim of the second end is rounded outwards.
  const rounded = { x: 15, y: 26.5, pressure: 1 }
  fc.assert(property, { ...sample, examples: [[{ x: 0, y: 0, pressure: 1 }, rounded, 2.5]] })
})
