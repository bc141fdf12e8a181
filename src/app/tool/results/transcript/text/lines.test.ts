import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import type { Transcript } from './transcript.ts'

const first: Transcript = {
  text: 'One two. Three four.',
  segments: [
    { start: 0, end: 2, text: 'One two.', words: [] },
    { start: 2, end: 4, text: 'Three four.', words: [] },
  ],
}

test('words of another transcript stand in the line in which they are spoken', () => {
  const words = [
    { text: 'one', start: 0, end: 1 },
    { text: 'two', start: 1, end: 1.9 },
    { text: 'free', start: 2, end: 3 },
    { text: 'four', start: 3, end: 4 },
  ]
  const other = { text: 'One, two free four', segments: [{ start: 0, end: 4, text: 'One, two free four', words }] }
  expect(linesOf([first, other])).toEqual([
    { start: 0, texts: ['One two.', 'One, two'] },
    { start: 2, texts: ['Three four.', 'free four'] },
  ])
})

test('without times of words they are estimated, and without any times the common words decide', () => {
  const segment = { text: 'One two free four five', words: [] }
  const timed = linesOf([first, { text: segment.text, segments: [{ ...segment, start: 0, end: 4 }] }])
  expect(timed.flatMap(({ texts }) => texts[1]).join(' ')).toBe(segment.text)
  const plain = linesOf([first, { text: segment.text, segments: [segment] }])
  expect(plain.map(({ texts }) => texts[1])).toEqual(['One two', 'free four five'])
})
