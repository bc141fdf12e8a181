import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { scrapText } from '../testing/scraps.ts'
import type { Block } from './block.ts'
import { Blocks } from './blocks.ts'
import { isDecided, Line, mayEndFence, UndecidedLine } from './line-starts.ts'

const sample = { seed, numRuns: process.env.SOAK ? 20_000 : 400 }

const nobody = { define() {}, note() {} }

/** The kinds of blocks, one inside the other, before the text ends. */
function shape(text: string): string {
  const blocks = new Blocks(nobody)
  blocks.push(text)
  blocks.end()
  const kinds = (block: Block): unknown => ('children' in block ? [block.kind, block.children.map(kinds)] : block.kind)
  return JSON.stringify(blocks.root.children.map(kinds))
}

const line = scrapText.map((text) => text.replaceAll(/[\r\n]+/g, ' '))
const before = fc.constantFrom('', 'a\n', '- a\n', '> a\n', '1. a\n\n', '# a\n', 'a | b\n', '[^n]: a\n')

test(`a line that is decided stays what it is, whatever follows (SEED=${seed})`, () => {
  fc.assert(
    fc.property(before, line, (above, text) => {
      const starts = Array.from(text, (_, at) => text.slice(0, at + 1))
      const decided = starts.find(isDecided)
      // What defines a link is a paragraph until it is over.
      fc.pre(decided !== undefined && !/\[[^\]]*\]:/.test(text))
      expect(shape(above + decided)).toBe(shape(above + text))
    }),
    sample,
  )
})

test.each([
  'a',
  '12a',
  '-a',
  '- a',
  '> a',
  '# a',
  '| a',
  '1. a',
  '**a',
  '[a',
  '[a]:',
  '[^a] ',
  '[^a]: b',
  '`a',
  '==a',
  '\\a',
  '$a',
  '\\[a',
  '&',
])('%j is decided', (start) => {
  expect(isDecided(start)).toBe(true)
})

test.each([
  '',
  '-',
  '- -',
  '**',
  '1',
  '12.',
  '#',
  '```js',
  '~~~',
  '<b>a',
  '[',
  '[^a',
  '[^a]',
  '[^a]:',
  '===',
  '|-',
  '> ',
  '- ',
  '$',
  '$$',
  '\\[ ',
  '\\',
])('%j is not', (start) => {
  expect(isDecided(start)).toBe(false)
})

test('a label that is too long is decided', () => {
  expect(isDecided(`[${'a'.repeat(1_100)}`)).toBe(true)
})

test.each([
  ['', true],
  ['  ', true],
  ['``', true],
  ['   ````  ', true],
  ['    ```', false],
  ['```a', false],
  ['~~~', false],
  ['a', false],
])('%j may become the end of a fence of backticks: %s', (start, may) => {
  expect(mayEndFence(start, { mark: '`', size: 3 })).toBe(may)
})

test('it is read from any place on, wherever its pieces end', () => {
  const line = new UndecidedLine()
  for (const piece of ['ab', '', 'c', 'def']) line.add(piece)
  expect(line).toHaveLength(6)
  expect([0, 1, 2, 3, 5, 6].map((place) => line.from(place))).toEqual(['abcdef', 'bcdef', 'cdef', 'def', 'f', ''])
})

test('nothing has come of a new one', () => {
  expect(new UndecidedLine().from(0)).toBe('')
})

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
