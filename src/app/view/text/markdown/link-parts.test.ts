import { describe, expect, test } from 'vitest'
import { destinationAt, labelAt, titleAt } from './link-parts.ts'

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
