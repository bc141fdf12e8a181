import { expect, test } from 'vitest'
import { unescaped } from './unescaped.ts'

test.each([
  ['plain', 'plain'],
  ['a\\*b', 'a*b'],
  ['a\\b', 'a\\b'],
  ['a\\\\*b', 'a\\*b'],
  ['&amp;&#35;', '&#'],
  ['\\&amp;', '&amp;'],
  ['&nope; &', '&nope; &'],
])('%j is %j', (text, meant) => {
  expect(unescaped(text)).toBe(meant)
})
