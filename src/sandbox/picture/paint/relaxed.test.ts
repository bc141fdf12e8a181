import { expect, test } from 'vitest'
import { randomOf } from '../../seeded-random.ts'
import { painted } from '../../testing/painted.ts'
import { relaxed } from './continued.ts'

const [width, height] = [90, 70]
const isOpen = (x: number, y: number) => x >= 20 && x < 70 && y >= 15 && y < 55
const open = Uint8Array.from({ length: width * height }, (_, at) =>
  isOpen(at % width, Math.floor(at / width)) ? 1 : 0,
)

test('a hole in one colour becomes that colour, whatever stood in it', () => {
  const base = painted(width, height, (x, y) => (isOpen(x, y) ? [255, 0, 255, 255] : [120, 130, 140, 255]))
  const filled = relaxed(base, open)
  expect(Math.max(...filled.map((value, at) => Math.abs(value - ([120, 130, 140, 255][at % 4] ?? 0))))).toBeLessThan(
    0.5,
  )
})

test('a slope goes on through a hole', () => {
  const base = painted(width, height, (x, y) => (isOpen(x, y) ? [0, 0, 0, 255] : [x * 2, 100, x + y, 255]))
  const filled = relaxed(base, open)
  for (const [x, y] of [
    [30, 20],
    [45, 35],
    [60, 50],
  ] as const) {
    const at = (y * width + x) * 4
    expect(Math.abs((filled[at] ?? 0) - x * 2)).toBeLessThan(6)
    expect(Math.abs((filled[at + 2] ?? 0) - x - y)).toBeLessThan(8)
  }
})

test('a noisy rim leaves no streaks: further in, neighbours are nearly the same', () => {
  const random = randomOf('noise')
  const base = painted(width, height, () => {
    const value = 128 + (random.next() - 0.5) * 120
    return [value, value, value, 255]
  })
  const filled = relaxed(base, open)
  const value = (x: number, y: number) => filled[(y * width + x) * 4] ?? 0
  for (let y = 25; y < 45; y += 1) {
    for (let x = 34; x < 56; x += 1) {
      expect(Math.abs(value(x + 1, y) - value(x, y))).toBeLessThan(2)
      expect(Math.abs(value(x, y + 1) - value(x, y))).toBeLessThan(4)
    }
  }
})

test('one kept pixel is enough, and none is no harm', () => {
  const base = painted(9, 7, () => [10, 20, 30, 255])
  const all = new Uint8Array(63).fill(1)
  expect(relaxed(base, all)).toHaveLength(252)
  const one = relaxed(
    painted(9, 7, (x, y) => (x + y === 0 ? [10, 20, 30, 255] : [0, 0, 0, 0])),
    all.with(0, 0),
  )
  expect(one.at(-4)).toBeCloseTo(10)
})
