import { expect, test } from 'vitest'
import { type ColumnUse, columnTitle, keysOf, mappedRows, problemOfUses, proposedUses } from './map-columns.ts'

const variable = (name: string): ColumnUse => ({ role: 'variable', name })
const ignored: ColumnUse = { role: 'ignored', name: 'x' }
const expected: ColumnUse = { role: 'expected', name: '' }

test('a variable of the same name is proposed, whatever its case, spaces, underscores and hyphens', () => {
  const columns = ['Topic Name', 'tone', 'to-ne', 'topic_name ', 'constructor']
  expect(proposedUses(columns, ['topic_name', 'tone', 'other'])).toEqual(
    ['topic_name', 'tone', 'to-ne', 'topic_name ', 'constructor'].map(variable),
  )
})

test("promptfoo's columns are no variables", () => {
  expect(proposedUses(['__expected', '__expected2', '__metadata:source', '__other'], [])).toEqual([
    { role: 'expected', name: 'expected' },
    { role: 'expected', name: 'expected' },
    { role: 'metadata', name: 'source' },
    variable('__other'),
  ])
})

test('rows keep variables under their names, what is expected and metadata under reserved ones, and nothing ignored', () => {
  const uses: readonly ColumnUse[] = [
    variable('topic'),
    expected,
    { role: 'metadata', name: 'from' },
    ignored,
    expected,
  ]
  const rows = [{ T: 'sea', E: 'blue', M: { page: 1 }, I: 1, F: 'wet', absent: 2 }, { T: null }]
  expect(mappedRows(rows, ['T', 'E', 'M', 'I', 'F'], uses)).toEqual([
    { topic: 'sea', __expected: 'blue', '__metadata:from': { page: 1 }, __expected2: 'wet' },
    { topic: null },
  ])
  expect(keysOf(uses)).toEqual(['topic', '__expected', '__metadata:from', undefined, '__expected2'])
  expect(keysOf(uses).map((key) => key && columnTitle(key))).toEqual([
    'topic',
    'Expected',
    'Metadata: from',
    undefined,
    'Expected 2',
  ])
})

test('a row under the name __proto__ is kept as any other', () => {
  const [row = {}] = mappedRows([{ a: 1 }], ['a'], [variable('__proto__')])
  expect(Object.entries(row)).toEqual([['__proto__', 1]])
})

test.each([
  [[variable('a'), variable(' a')], 'Two columns are called “a”.'],
  [[variable('a'), { role: 'metadata', name: 'a' }, expected, expected], undefined],
  [[variable('__expected'), expected], 'Two columns are called “Expected”.'],
  [[variable(' '), expected], 'A column has no name.'],
  [[{ role: 'metadata', name: '' }], 'A column has no name.'],
  [[ignored, ignored], 'All columns are ignored.'],
] as const)('%j: %s', (uses, problem) => {
  expect(problemOfUses(uses)).toBe(problem)
})
