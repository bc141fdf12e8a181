import { expect, test } from 'vitest'
import { shownText } from './line-view.ts'

const paragraph = (text: string) => shownText({ kind: 'paragraph', text })

test.each([
  ['a', 'a'],
  ['[a', ''],
  ['[a]', ''],
  ['[a] ', ''],
  ['[a]: b', ''],
  ['[a] b', '[a] b'],
  ['[a](', '[a]('],
  ['[a][', '[a]['],
  ['[x] a', '[x] a'],
  ['|', ''],
  ['| a | b', ''],
  ['a\n| b', 'a'],
  ['a\n| b |\nc', 'a\n| b |\nc'],
  ['a | b', 'a | b'],
])('of the growing paragraph %j is shown %j', (text, shown) => {
  expect(paragraph(text)).toBe(shown)
})

test('what waits for too long is shown', () => {
  for (const text of [`[${'a'.repeat(1_000)}`, `| ${'a'.repeat(1_000)}`]) expect(paragraph(text)).toBe(text)
})

test.each([
  ['a', 'a'],
  ['a #', 'a'],
  ['a # b', 'a # b'],
  ['#', ''],
])('of the growing heading %j is shown %j', (text, shown) => {
  expect(shownText({ kind: 'heading', depth: 1, text })).toBe(shown)
})
