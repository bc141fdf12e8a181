import { expect, test } from 'vitest'
import { quantile, wilsonInterval } from './figures.ts'

test.each([
  // Brown, Cai and DasGupta 2001, and the table of R's prop.test without continuity correction.
  [7, 10, 0.3968, 0.8922],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 1, 0.2065, 1],
  [50, 100, 0.4038, 0.5962],
])('the interval of %i of %i goes from %f to %f', (passed, trials, from, to) => {
  const [low, high] = wilsonInterval(passed, trials)
  expect(low).toBeCloseTo(from, 4)
  expect(high).toBeCloseTo(to, 4)
})

test('a quantile lies between two values, and is none without any', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
  expect(quantile([5], 0.95)).toBe(5)
  expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8)
  expect(quantile([], 0.5)).toBeUndefined()
})
