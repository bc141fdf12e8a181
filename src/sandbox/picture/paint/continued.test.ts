import { expect, test } from 'vitest'
import { painted } from '../../testing/painted.ts'
import { continued, surroundingsOf } from './continued.ts'

const sky = [40, 120, 220, 255]
const sand = [220, 190, 120, 255]
const hole = { x: 30, y: 20, width: 40, height: 40 }

/** Sky over sand, with something black where the hole will be. */
const isIn = (x: number, y: number) => x >= hole.x && x < hole.x + hole.width && y >= hole.y && y < hole.y + hole.height
const base = painted(100, 80, (x, y) => (isIn(x, y) ? [0, 0, 0, 255] : y < 40 ? sky : sand))
const mask = painted(100, 80, (x, y) => [0, 0, 0, isIn(x, y) ? 0 : 255])

const around = () => {
  const found = surroundingsOf(base, mask, hole)
  if (!found) throw new Error('nothing around it')
  return found
}

test('a hole is filled as its surroundings go on, without what stood in it', () => {
  const { data, width, height } = continued(around(), hole)
  expect([width, height]).toEqual([hole.width, hole.height])
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  for (const x of [1, 20, 38]) {
    for (const [place, colour] of [
      [3, sky],
      [12, sky],
      [28, sand],
      [36, sand],
    ] as const) {
      const apart = at(x, place).map((value, part) => Math.abs(value - (colour[part] ?? 0)))
      expect(Math.max(...apart)).toBeLessThan(48)
    }
  }
})

test('where a hole is most of the picture there is nothing to go on with', () => {
  const open = painted(100, 80, (x) => [0, 0, 0, x < 90 ? 0 : 255])
  expect(surroundingsOf(base, open, { x: 0, y: 0, width: 90, height: 80 })).toBeUndefined()
})
