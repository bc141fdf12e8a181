import { expect, test } from 'vitest'
import { errorRateOf, isUnspaced } from './error-rate.ts'

const plain = { ignoreCase: true, ignorePunctuation: true }
const exact = { ignoreCase: false, ignorePunctuation: false }

test('substitutions, deletions and insertions are counted against the words of the reference', () => {
  const told = errorRateOf('The quick brown fox jumps.', 'the quick red fox jumps high', 'words', plain)
  expect(told).toMatchObject({ substitutions: 1, deletions: 0, insertions: 1 })
  expect(told.rate).toBeCloseTo(2 / 5)
  expect(errorRateOf('one two three', 'one three', 'words', plain)).toMatchObject({ deletions: 1, rate: 1 / 3 })
})

test('case and punctuation count only where they are asked for, apostrophes in words always', () => {
  expect(errorRateOf('Hello, World', 'hello world', 'words', plain).rate).toBe(0)
  expect(errorRateOf('Hello, World', 'hello world', 'words', exact).rate).toBe(1)
  expect(errorRateOf('Hello World', 'hello world', 'words', { ...exact, ignoreCase: true }).rate).toBe(0)
  expect(errorRateOf("it’s 'fine'", "it's fine", 'words', plain).rate).toBe(0)
  expect(errorRateOf('a well-known word', 'a well known word', 'words', plain).rate).toBe(0)
  expect(errorRateOf('Oh, I see …', 'oh I see', 'words', plain).reference).toEqual(['Oh,', 'I', 'see'])
  expect(errorRateOf("it's", 'its', 'words', plain).rate).toBe(1)
})

test('more errors than words make a rate above one; without a reference there is none', () => {
  expect(errorRateOf('a', 'b c d', 'words', plain).rate).toBe(3)
  expect(errorRateOf(' … ', 'a', 'words', plain).rate).toBeUndefined()
})

test('characters are compared without white space, each with its marks', () => {
  expect(isUnspaced('今日は天気がいい')).toBe(true)
  expect(isUnspaced('Patchbay 音')).toBe(false)
  expect(errorRateOf('今日は天気', '今日わ天気', 'characters', plain)).toMatchObject({ substitutions: 1, rate: 0.2 })
  expect(errorRateOf('a é', 'ae\u0301', 'characters', plain).rate).toBe(0)
})
