import { expect, test } from 'vitest'
import { largestSize, placeOfSize, settingsFrom, sizeAt, stepSize } from './mask-settings.ts'

test('steps of the size grow with it, go up and down the same way, and end', () => {
  const up = [1]
  while ((up.at(-1) ?? 0) < 2000) up.push(stepSize(up.at(-1) ?? 0, 1))
  const down = [2000]
  while ((down.at(-1) ?? 0) > 1) down.push(stepSize(down.at(-1) ?? 0, -1))
  expect(down.toReversed()).toEqual(up)
  expect(up.slice(0, 14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30])
  expect([stepSize(2000, 1), stepSize(1, -1), stepSize(64, 1), stepSize(64, -1)]).toEqual([2000, 1, 70, 60])
})

test('what was kept by another hand is taken as far as it fits', () => {
  const usual = settingsFrom(undefined)
  expect(settingsFrom({ size: 12, hardness: -4, colour: 'red', look: 'fill', extra: 1 })).toEqual({
    ...usual,
    size: 12,
    look: 'fill',
  })
  expect(settingsFrom([1])).toEqual(usual)
})

test('the slider reaches every end of the size, and half of it is for brushes below 45 px', () => {
  expect([sizeAt(0), sizeAt(0.5), sizeAt(1), sizeAt(2)]).toEqual([1, 45, largestSize, largestSize])
  for (const size of [1, 2, 7, 64, 500, largestSize]) expect(sizeAt(placeOfSize(size))).toBe(size)
})
