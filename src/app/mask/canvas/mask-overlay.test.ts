import { expect, test } from 'vitest'
import { withPart } from './mask-overlay.ts'

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
