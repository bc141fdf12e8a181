import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from './difference-of.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

test('only what differs is replaced', () => {
  expect(differenceOf('[1, 2, 3]', '[1, 5, 3]')).toEqual({ from: 4, to: 5, insert: '5' })
  expect(differenceOf('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(differenceOf('same', 'same')).toEqual({ from: 4, to: 4, insert: '' })
})

test(`a text with its difference becomes the other (SEED=${seed})`, () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀') })
  fc.assert(
    fc.property(few, few, (before, after) => {
      const { from, to, insert } = differenceOf(before, after)
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    }),
    { seed, numRuns: 500 },
  )
})
