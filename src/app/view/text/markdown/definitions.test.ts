import { expect, test } from 'vitest'
import { takeDefinitions } from './definitions.ts'

test.each([
  ['[a]: b', { label: 'a', url: 'b', title: '' }],
  ['[A  \n B]: c', { label: 'a b', url: 'c', title: '' }],
  ['[ẞ]: c', { label: 'ss', url: 'c', title: '' }],
  ['[a]:b', { label: 'a', url: 'b', title: '' }],
  ['[a]: <b c>', { label: 'a', url: 'b c', title: '' }],
  ['[a]: <>', { label: 'a', url: '', title: '' }],
  ['[a]:\n  b\n  "c"', { label: 'a', url: 'b', title: 'c' }],
  ["[a]: b 'c\nd'", { label: 'a', url: 'b', title: 'c\nd' }],
  ['[a]: b (c \\) d)', { label: 'a', url: 'b', title: 'c ) d' }],
  ['[a]: b\\_c&amp;d', { label: 'a', url: 'b_c&d', title: '' }],
  ['[a\\]b]: c', { label: 'a\\]b', url: 'c', title: '' }],
  ['[a]: b   ', { label: 'a', url: 'b', title: '' }],
])('%j is a definition', (text, definition) => {
  expect(takeDefinitions(text)).toEqual({ definitions: [definition], rest: '' })
})

test.each([
  '[a]',
  '[a] : b',
  '[a]:',
  '[a]:\n\nb',
  '[]: b',
  '[ ]: b',
  '[a]: b c',
  '[a]: <b',
  '[a]: <b>"c"',
  '[a[b]: c',
  '[a]: b "c" d',
  ' [a]: b',
  'x [a]: b',
])('%j is none', (text) => {
  expect(takeDefinitions(text)).toEqual({ definitions: [], rest: text })
})

test('a title that does not end its line is none, and the line below is text', () => {
  expect(takeDefinitions('[a]: b\n"c" d')).toEqual({
    definitions: [{ label: 'a', url: 'b', title: '' }],
    rest: '"c" d',
  })
})

test('definitions are taken until something else stands there', () => {
  const { definitions, rest } = takeDefinitions('[a]: b\n[c]: d "e"\ntext\n[f]: g')
  expect(definitions.map(({ label }) => label)).toEqual(['a', 'c'])
  expect(rest).toBe('text\n[f]: g')
})
