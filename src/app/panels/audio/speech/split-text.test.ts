import { expect, test } from 'vitest'
import { lengthOf } from '../../../tool/rows/text-length.ts'
import { splitText } from './split-text.ts'

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

test('a text is cut between sentences, and every part fits', () => {
  const text = 'One is here. Two is a little longer! Is three a question? Four ends it.'
  expect(splitText(text, 40)).toEqual(['One is here. Two is a little longer!', 'Is three a question? Four ends it.'])
  expect(splitText(text, 1000)).toEqual([text])
})

test.each<[string, string, number]>([
  ['a sentence without an end', Array.from({ length: 300 }, (_, n) => `word${n}`).join(' '), 100],
  ['paragraphs', 'First line.\n\nSecond line, which is longer.\n\nThird.', 20],
  ['an abbreviation and a number', 'It costs 3.50 at No. 7. Dr. Who paid.', 16],
])('%s is cut at white space only, and loses nothing', (_, text, limit) => {
  const parts = splitText(text, limit)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.every((part) => lengthOf(part) <= limit)).toBe(true)
  expect(words(parts.join(' '))).toBe(words(text))
})

test('Chinese and Japanese are cut behind their own full stops', () => {
  expect(splitText('今天天气很好。我们去公园吧。', 8)).toEqual(['今天天气很好。', '我们去公园吧。'])
  expect(splitText('猫が好きです。犬も好きです。', 8)).toEqual(['猫が好きです。', '犬も好きです。'])
})

test('a word longer than a part is cut between visible letters', () => {
  const family = '👨‍👩‍👧'
  const parts = splitText(family.repeat(4), 10)
  expect(parts.join('')).toBe(family.repeat(4))
  expect(parts.every((part) => part.length % family.length === 0)).toBe(true)
  expect(parts.every((part) => lengthOf(part) <= 10)).toBe(true)
})
