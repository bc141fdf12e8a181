import { expect, test } from 'vitest'
import { Line } from './line.ts'

test.each([
  ['a', 0],
  ['  a', 2],
  ['\ta', 4],
  ['  \ta', 4],
  ['    \ta', 8],
  ['\t \ta', 8],
])('%j is indented by %i columns', (text, indent) => {
  const line = new Line(text)
  expect(line.indent).toBe(indent)
  expect(line.words).toBe('a')
  expect(line.rest).toBe(text)
})

test('a tab of which only a part is skipped leaves spaces', () => {
  const line = new Line('\t\ta')
  line.skip(2)
  expect([line.indent, line.rest]).toEqual([6, '  \ta'])
  line.skip(2)
  expect([line.indent, line.rest]).toEqual([4, '\ta'])
  line.skip(1)
  expect([line.indent, line.rest]).toEqual([3, '   a'])
})

test('a tab behind a mark reaches to the same column as before', () => {
  const line = new Line('>\ta')
  line.skipWords(1)
  expect([line.indent, line.rest]).toEqual([3, '\ta'])
  line.skip(1)
  expect([line.indent, line.rest]).toEqual([2, '  a'])
})

test('words are skipped with the white space in front of them', () => {
  const line = new Line('   - a')
  line.skipWords(1)
  expect([line.indent, line.words]).toEqual([1, 'a'])
})

test('a line of white space is blank, and what is skipped beyond its end is nothing', () => {
  for (const text of ['', ' ', '\t', ' \t ']) {
    const line = new Line(text)
    expect(line.isBlank).toBe(true)
    line.skip(20)
    expect([line.isBlank, line.rest, line.words]).toEqual([true, '', ''])
  }
  expect(new Line(' \u00a0').isBlank).toBe(false)
})

test.each([
  ['***', true],
  ['- - -\t ', true],
  ['- - -w', false],
  ['- - - w - - -', false],
  ['- - - * -', false],
  ['- -', false],
  ['  ___', true],
  ['=====', false],
  ['', false],
])('a line of "%s" is a rule: %s', (text, isRule) => expect(new Line(text).isRule).toBe(isRule))

test('the rest of a line may be a rule where the line is none, and is none any more where too little of it is left', () => {
  const line = new Line('* - - -')
  expect(line.isRule).toBe(false)
  line.skipWords(1)
  expect(line.isRule).toBe(true)
  line.skipWords(1)
  expect(line.isRule).toBe(false)
})
