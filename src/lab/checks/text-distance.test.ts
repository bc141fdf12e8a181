import { expect, test } from 'vitest'
import { mostCompared, similarity, spokenWords, wordErrorRate } from './text-distance.ts'

test.each([
  // Wagner and Fischer 1974, and the normalised similarity of RapidFuzz.
  ['kitten', 'sitting', 1 - 3 / 7],
  ['saturday', 'sunday', 1 - 3 / 8],
  ['', '', 1],
  ['', 'abc', 0],
  ['flaw', 'lawn', 0.5],
  // One code point, two UTF-16 units.
  ['😀b', '😁b', 0.5],
])('the similarity of “%s” and “%s” is %f', (one, other, expected) => {
  expect(similarity(one, other)).toBeCloseTo(expected, 10)
  expect(similarity(other, one)).toBeCloseTo(expected, 10)
})

test.each([
  // The examples of jiwer.
  ['hello world', 'hello duck', 1 / 2],
  ['i like monty python', 'i like python', 1 / 4],
  // Those of the metric in Hugging Face Evaluate: together 4 errors of 8 words.
  ['this is the reference', 'this is the prediction', 1 / 4],
  ['there is another one', 'there is an other sample', 3 / 4],
  // More errors than words.
  ['hello', 'well hello there now', 3],
  ['hello', '', 1],
])('the word error rate of “%s” heard as “%s” is %f', (meant, heard, expected) => {
  expect(wordErrorRate(meant, heard)).toBeCloseTo(expected, 10)
})

test('words are compared without case, punctuation and the kind of an apostrophe', () => {
  expect(spokenWords('“Don’t panic!” — she said, at 9:30.')).toEqual(["don't", 'panic', 'she', 'said', 'at', '9', '30'])
  expect(wordErrorRate('Hello, World!', 'hello world')).toBe(0)
})

test('a reference without words and texts that would take too long have no rate', () => {
  expect(wordErrorRate('…', 'a')).toBeUndefined()
  expect(wordErrorRate('a', 'a '.repeat(mostCompared + 1))).toBeUndefined()
  expect(similarity('a', 'a'.repeat(mostCompared + 1))).toBeUndefined()
})
