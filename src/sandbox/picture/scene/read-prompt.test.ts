import { expect, test } from 'vitest'
import { quotedTexts, withoutQuotes } from './read-prompt.ts'

test.each([
  ['a sign that says "OPEN"', ['OPEN']],
  ['a sign that says OPEN, at night', ['OPEN']],
  ['a banner reading “Bon voyage” over «Les Alpes»', ['Bon voyage', 'Les Alpes']],
  ["a mug that says 'World's best dad'", ["World's best dad"]],
  ["it's a dog's life, isn't it", []],
  ['"a penguin on ice"', []],
  ['the first "one" and "one" again, "two", "three", "four"', ['one', 'two', 'three']],
  ['a sign: "営業中"', []],
  ['an unfinished "quote', []],
])('%s quotes %j', (prompt, texts) => {
  expect(quotedTexts(prompt)).toEqual(texts)
})

test('what is quoted is not read for things to draw', () => {
  expect(withoutQuotes('a castle with a flag, "HOME SWEET HOME"')).not.toContain('HOME')
})
