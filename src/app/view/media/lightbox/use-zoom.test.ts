import { expect, test } from 'vitest'
import { clamped, fitted } from './use-zoom.ts'

const box = { width: 400, height: 400 }

test('a picture that is larger than its box is fitted into it, in the middle', () => {
  expect(fitted({ width: 1000, height: 500 }, box)).toEqual({ scale: 0.4, x: 0, y: 100 })
})

test('a picture that is smaller than its box keeps its size', () => {
  expect(fitted({ width: 100, height: 50 }, box)).toEqual({ scale: 1, x: 150, y: 175 })
})

test('the scale has its bounds', () => {
  expect([clamped(1e9), clamped(0)]).toEqual([32, 0.02])
})
