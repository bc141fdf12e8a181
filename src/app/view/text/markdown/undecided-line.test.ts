import { expect, test } from 'vitest'
import { UndecidedLine } from './undecided-line.ts'

test('it is read from any place on, wherever its pieces end', () => {
  const line = new UndecidedLine()
  for (const piece of ['ab', '', 'c', 'def']) line.add(piece)
  expect(line).toHaveLength(6)
  expect([0, 1, 2, 3, 5, 6].map((place) => line.from(place))).toEqual(['abcdef', 'bcdef', 'cdef', 'def', 'f', ''])
})

test('nothing has come of a new one', () => {
  expect(new UndecidedLine().from(0)).toBe('')
})
