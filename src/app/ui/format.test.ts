import { expect, test } from 'vitest'
import { byteSize, lengthLimit, sizeLimit } from './format.ts'

test.each([
  [999, '999 B'],
  [1500, '1.5 kB'],
  [26_214_400, '26.2 MB'],
  [3_200_000_000, '3.2 GB'],
])('%d bytes are shown in powers of 1000 as %s', (bytes, words) => {
  expect(byteSize(bytes)).toBe(words)
})

test.each([
  [50_000_000, '50 MB'],
  [50 * 2 ** 20, '50 MB'],
  [32 * 2 ** 10, '32 kB'],
  [2 ** 31, '2 GB'],
  [49_478_041, '49.5 MB'],
])('a limit of %d bytes is the round figure in which it was set: %s', (bytes, words) => {
  expect(sizeLimit(bytes)).toBe(words)
})

test('a limit of a length is whole minutes where it can be', () => {
  expect([600, 30, 90].map(lengthLimit)).toEqual(['10 min', '30 s', '1:30'])
})
