import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../../testing/seed.ts'
import { scrapText } from '../testing/scraps.ts'
import type { Block } from './block.ts'
import { Blocks } from './blocks.ts'
import { isDecided, mayEndFence, UndecidedLine } from './line-starts.ts'

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
  '\\',
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
