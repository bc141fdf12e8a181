import { expect, test } from 'vitest'
import { largestSize } from '../tools/mask-settings.ts'
import { tipDragged } from './pointer-input.ts'

const tip = { size: 64, hardness: 50 }

test('dragged sideways, the edge of the tip follows the pointer at any zoom', () => {
  expect(tipDragged(tip, { x: 10, y: 3 }, 1)).toEqual({ size: 84, hardness: 50 })
  expect(tipDragged(tip, { x: 10, y: -9 }, 0.5)).toEqual({ size: 104, hardness: 50 })
  expect(tipDragged(tip, { x: -500, y: 0 }, 1)).toEqual({ size: 1, hardness: 50 })
  expect(tipDragged(tip, { x: 9000, y: 0 }, 1)).toEqual({ size: largestSize, hardness: 50 })
})

test('dragged up it becomes harder, and down softer', () => {
  expect(tipDragged(tip, { x: 5, y: -20 }, 1)).toEqual({ size: 64, hardness: 70 })
  expect(tipDragged(tip, { x: 5, y: 200 }, 1)).toEqual({ size: 64, hardness: 0 })
})

test('a press that hardly moves changes nothing', () => {
  expect(tipDragged(tip, { x: 3, y: -3 }, 1)).toEqual(tip)
})
