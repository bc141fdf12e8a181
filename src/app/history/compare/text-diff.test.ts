import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { alignTexts } from './text-diff.ts'

const textOf = (side: 'left' | 'right', rows: ReturnType<typeof alignTexts>) =>
  rows.flatMap((row) => row[side].map((span) => span.text)).join('')

test('equal lines stand beside each other, and changed words are marked', () => {
  const rows = alignTexts('same\nthe red boat\nold\n', 'same\nthe blue boat\nold\nnew\n')
  expect(rows.map(({ left, right }) => [left.length > 0, right.length > 0])).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [false, true],
  ])
  const own = (side: 'left' | 'right') =>
    rows.flatMap((row) => row[side].filter((span) => span.own).map(({ text }) => text))
  expect(own('left')).toEqual(['red'])
  expect(own('right')).toEqual(['blue', 'new\n'])
})

test('texts that differ too much stand side by side as wholes', () => {
  const words = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n}`).join('\n')
  expect(alignTexts(words('a'), words('b')).length).toBe(1)
})

test(`no word is lost or made up (SEED=${seed})`, () => {
  const text = fc.array(fc.constantFrom('a', 'b ', '\n', 'tide ', '漢')).map((parts) => parts.join(''))
  void fc.assert(
    fc.property(text, text, (left, right) => {
      const rows = alignTexts(left, right)
      expect([textOf('left', rows), textOf('right', rows)]).toEqual([left, right])
      if (left === right) expect(rows.some((row) => row.left.some((span) => span.own))).toBe(false)
    }),
    { seed, numRuns: 200 },
  )
})
