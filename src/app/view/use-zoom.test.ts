import { expect, test } from 'vitest'
import { clamped, fitted, showing } from './use-zoom.tsx'

const box = { width: 400, height: 400 }

test('a picture that is larger than its box is fitted into it, in the middle', () => {
  expect(fitted({ width: 1000, height: 500 }, box)).toEqual({ scale: 0.4, x: 0, y: 100 })
})

test('a picture that is smaller than its box keeps its size', () => {
  expect(fitted({ width: 100, height: 50 }, box)).toEqual({ scale: 1, x: 150, y: 175 })
})

test('a small picture is enlarged up to what is allowed', () => {
  expect(fitted({ width: 100, height: 50 }, box, 32)).toEqual({ scale: 4, x: 0, y: 100 })
})

test('a part is shown in the middle with its surroundings, a single pixel not too large', () => {
  const picture = { width: 1000, height: 1000 }
  expect(showing({ x: 400, y: 400, width: 120, height: 60 }, picture, box)).toEqual({ scale: 2, x: -720, y: -660 })
  expect(showing({ x: 500, y: 500, width: 1, height: 1 }, picture, box).scale).toBe(12)
})

test('the scale has its bounds', () => {
  expect([clamped(1e9), clamped(0)]).toEqual([32, 0.02])
})
