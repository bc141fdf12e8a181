import { expect, test } from 'vitest'
import { openFence, openHeading, withoutClosingMarks } from './leaf-starts.ts'
import { fenceEnds } from './line-starts.ts'

test.each([
  ['# a', 1, 'a'],
  ['###### a', 6, 'a'],
  ['#\ta', 1, 'a'],
  ['#', 1, ''],
  ['## a ##', 2, 'a'],
  ['## ##', 2, ''],
  ['# a#', 1, 'a#'],
  ['# a \\#', 1, 'a \\#'],
])('%j is a heading', (words, depth, text) => {
  expect(openHeading(words, true)).toEqual({ kind: 'heading', depth, text })
})

test('a heading that still grows keeps the marks that may close it', () => {
  expect(openHeading('# a #', false)?.text).toBe('a #')
  expect(withoutClosingMarks('a # b')).toBe('a # b')
})

test.each(['#a', '####### a', '\\# a', '', 'a # b'])('%j is no heading', (words) => {
  expect(openHeading(words, true)).toBeUndefined()
})

test('a fence says what stands behind it', () => {
  expect(openFence('````  js `x', 2)).toBeUndefined()
  expect(openFence('~~~~  js `x ', 2)).toMatchObject({
    kind: 'fence',
    block: { kind: 'code', info: 'js `x', text: '' },
    fence: { mark: '~', size: 4 },
    indent: 2,
  })
  expect(openFence('``', 0)).toBeUndefined()
})

test.each([
  ['```', true],
  ['`````', true],
  ['```  \t', true],
  ['``', false],
  ['~~~', false],
  ['``` a', false],
  ['```\u00a0', false],
  ['', false],
])('%j ends a fence of three backticks: %s', (line, ends) => {
  expect(fenceEnds(line, { mark: '`', size: 3 })).toBe(ends)
})
