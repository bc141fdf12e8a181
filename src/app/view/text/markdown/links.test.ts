import { describe, expect, test } from 'vitest'
import { destinationAt, labelAt, takeDefinitions, titleAt } from './links.ts'

describe('a label', () => {
  test('is what stands in brackets, as it is written', () => {
    expect(labelAt('x[a\\]b]c', 1)).toEqual({ value: 'a\\]b', end: 7 })
    expect(labelAt('[]', 0)).toEqual({ value: '', end: 2 })
  })

  test('holds no bracket, and no more than 999 characters', () => {
    expect(labelAt('[a[b]', 0)).toBeUndefined()
    expect(labelAt('[a', 0)).toBeUndefined()
    expect(labelAt(`[${'a'.repeat(999)}]`, 0)?.end).toBe(1001)
    expect(labelAt(`[${'a'.repeat(1000)}]`, 0)).toBeUndefined()
  })
})

describe('an address', () => {
  test.each([
    ['a b', { value: 'a', end: 1 }],
    ['a)', { value: 'a', end: 1 }],
    ['a(b)c)d', { value: 'a(b)c', end: 5 }],
    ['a\\)b)', { value: 'a)b', end: 4 }],
    ['a\\b', { value: 'a\\b', end: 3 }],
    ['a&amp;b', { value: 'a&b', end: 7 }],
    ['<a b(>c', { value: 'a b(', end: 6 }],
    ['<a\\>b>', { value: 'a>b', end: 6 }],
    ['<>', { value: '', end: 2 }],
    ['a\u0001b', { value: 'a', end: 1 }],
    [`${'('.repeat(32)}${')'.repeat(32)}`, { value: `${'('.repeat(32)}${')'.repeat(32)}`, end: 64 }],
  ])('%j', (text, part) => {
    expect(destinationAt(text, 0)).toEqual(part)
  })

  test.each(['', ' a', ')', '(a', '<a', '<a\nb>', '<a<b>', `${'('.repeat(33)}${')'.repeat(33)}`])(
    '%j is none',
    (text) => {
      expect(destinationAt(text, 0)).toBeUndefined()
    },
  )
})

describe('a title', () => {
  test.each([
    ['"a"', 'a'],
    ['\'a "b"\'', 'a "b"'],
    ['(a\nb)', 'a\nb'],
    ['"a\\"b&quot;"', 'a"b"'],
    ['""', ''],
  ])('%j', (text, value) => {
    expect(titleAt(text, 0)).toEqual({ value, end: text.length })
  })

  test.each(['a', '"a', '\'a"', '(a(b)', ''])('%j is none', (text) => {
    expect(titleAt(text, 0)).toBeUndefined()
  })
})

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
