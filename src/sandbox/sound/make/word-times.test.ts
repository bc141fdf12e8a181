import { expect, test } from 'vitest'
import { wordTimes } from './word-times.ts'

const word = (at: number, place: number) => ({ at, place, isPause: false })
const phoneme = (at: number) => ({ at, isPause: false })
const pause = (at: number) => ({ at, isPause: true })

test('a word ends with its last phoneme, not with the pause after it', () => {
  const marks = [word(0, 0), phoneme(0.1), pause(0.4), word(0.9, 7), phoneme(0.9), pause(1.3)]
  expect(wordTimes('Hello, you.', marks, 1.5)).toEqual([
    { text: 'Hello,', start: 0, end: 0.4 },
    { text: 'you.', start: 0.9, end: 1.3 },
  ])
})

test('words that are spoken as one share its time; what is not spoken is left out', () => {
  const marks = [word(0, 0), phoneme(0.1), word(0.7, 11), phoneme(0.8), pause(1)]
  const words = wordTimes('from the — sea', marks, 1)
  expect(words.map(({ text }) => text)).toEqual(['from', 'the', 'sea'])
  expect(words.map(({ end }) => Math.round(end * 10) / 10)).toEqual([0.4, 0.7, 1])
})

test('in scripts without spaces each spoken word is one; letters count, not their halves', () => {
  const marks = [word(0, 0), phoneme(0), word(0.5, 2), phoneme(0.5), word(1, 5), phoneme(1)]
  expect(wordTimes('合成语音 😀x', marks, 2).map(({ text }) => text)).toEqual(['合成', '语音', '😀x'])
})
