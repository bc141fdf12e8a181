import { expect, test } from 'vitest'
import { randomOf } from '../../seed.ts'
import { painted } from '../../testing/painted.ts'
import { depthsOf, lit } from './light.ts'

const [width, height] = [40, 30]
const open = Uint8Array.from({ length: width * height }, (_, at) => (at % width > 4 && at % width < 35 ? 1 : 0))
const depths = depthsOf(open, width, height, 10)
const at = (x: number) => depths[15 * width + x] ?? -1

test('depth is nothing where a mask keeps, grows inwards and ends at the reach', () => {
  expect([at(4), at(20), at(35)]).toEqual([0, 1, 0])
  expect(at(5)).toBeLessThan(0.05)
  expect(at(8)).toBeGreaterThan(at(6))
})

test.each([0, 30, 128, 220, 255])(
  'light on a fill of lightness %i changes every pixel, and hardly those at the rim',
  (level) => {
    const fills = ['a', 'b', 'c'].map((seed) => {
      const fill = painted(width, height, () => [level, level, level, 255])
      lit(fill, depths, randomOf(seed), 18)
      return fill.data
    })
    for (const data of fills) {
      const changes = [...data].filter((_, part) => part % 4 < 3).map((value) => Math.abs(value - level))
      expect(Math.min(...changes)).toBeGreaterThan(0)
      expect(Math.max(...changes.filter((_, part) => (depths[Math.floor(part / 3)] ?? 0) < 0.05))).toBeLessThan(5)
      expect(Math.max(...changes)).toBeGreaterThan(8)
    }
    expect(new Set(fills.map((data) => data.join())).size).toBe(3)
  },
)
