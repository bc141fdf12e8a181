import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inksOf, paintPixels, rowMargin, withPart } from './mask-overlay.ts'

const rect = (x: number, y: number, width = 10, height = 10) => ({ x, y, width, height })

test('neighbours are drawn as one, what is far apart is not', () => {
  expect(withPart([rect(0, 0)], rect(8, 0))).toEqual([rect(0, 0, 18)])
  expect(withPart([rect(0, 0)], rect(500, 400))).toEqual([rect(0, 0), rect(500, 400)])
})

test('nothing adds nothing, wherever it lies', () => {
  const parts = [rect(500, 400)]
  expect(withPart(parts, rect(0, 0, 0, 0))).toBe(parts)
  expect(withPart([], rect(0, 0, 0, 0))).toEqual([])
})

test('very many parts become one that holds all of them', () => {
  const far = Array.from({ length: 33 }, (_, n) => rect(n * 100, (n % 7) * 100))
  const parts = far.reduce(withPart, [])
  expect(parts).toEqual([rect(0, 0, 3210, 610)])
})

const fill = inksOf({ look: 'fill', colour: '#ff0000', opacity: 0.5, line: 1 })
const both = inksOf({ look: 'both', colour: '#ff0000', opacity: 0.5, line: 1 })
const wide = inksOf({ look: 'both', colour: '#ff0000', opacity: 0.5, line: 2 })
const outline = inksOf({ look: 'outline', colour: '#ff0000', opacity: 0.5, line: 1 })

/** Strengths with their margins, as the painter wants them. */
function laid(width: number, height: number, at: (x: number, y: number) => number, line: number) {
  const stride = (width + 2 * rowMargin + 3) & ~3
  const values = new Uint8Array(stride * (height + 2 * line))
  for (let y = -line; y < height + line; y++)
    for (let x = -rowMargin; x < stride - rowMargin; x++) values[(y + line) * stride + x + rowMargin] = at(x, y)
  return { values, stride }
}

function painted(width: number, height: number, at: (x: number, y: number) => number, inks: typeof fill) {
  const { values, stride } = laid(width, height, at, inks.line)
  const out = new Uint32Array(width * height).fill(7)
  paintPixels(values, stride, out, { width, height }, inks, 0)
  return out
}

const alphaOf = (pixel = 0) => new Uint8Array(new Uint32Array([pixel]).buffer)[3]

test('what is marked is covered by its share of the opacity, and nothing else', () => {
  const out = painted(3, 1, (x) => [0, 255, 100][x] ?? 0, fill)
  expect([...out].map(alphaOf)).toEqual([0, 128, 50])
})

test('an edge is drawn along both of its sides, also where nothing is filled', () => {
  const half = (x: number) => (x < 4 ? 255 : 0)
  expect([...painted(8, 1, half, both)].map(alphaOf)).toEqual([128, 128, 128, 255, 150, 0, 0, 0])
  expect([...painted(8, 1, half, outline)].map(alphaOf)).toEqual([0, 0, 0, 255, 150, 0, 0, 0])
})

test('wherever pixels are taken in fours, the picture is the same as one by one', () => {
  const cell = fc.constantFrom(0, 0, 0, 0, 255, 255, 255, 90, 200)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 21 }),
      fc.array(cell, { minLength: 9, maxLength: 60 }),
      fc.constantFrom(both, wide),
      (width, cells, inks) => {
        // Cells of seven pixels, so that some fours are flat and some are not.
        const at = (x: number, y: number) =>
          cells[(Math.floor((x + 7) / 7) * 5 + Math.floor((y + 7) / 3)) % cells.length] ?? 0
        const out = painted(width, 6, at, inks)
        const isIn = (x: number, y: number) => at(x, y) >= 128
        for (let y = 0; y < 6; y++)
          for (let x = 0; x < width; x++) {
            const here = isIn(x, y)
            const isEdge = [
              [1, 0],
              [-1, 0],
              [0, 1],
              [0, -1],
            ].some(
              ([dx = 0, dy = 0]) =>
                isIn(x + dx, y + dy) !== here || isIn(x + dx * inks.line, y + dy * inks.line) !== here,
            )
            const dash = Math.floor((x + y) / inks.line) & 15
            const line = here ? (dash < 10 ? inks.edge : inks.gap) : inks.around
            expect(out[y * width + x]).toBe(isEdge ? line : inks.fill[at(x, y)])
          }
      },
    ),
    { numRuns: 60 },
  )
})
