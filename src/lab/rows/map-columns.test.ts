import { expect, test } from 'vitest'
import { type ColumnUse, mappedRows, problemOfUses, proposedUses } from './map-columns.ts'

const variable = (name: string): ColumnUse => ({ role: 'variable', name })
const ignored: ColumnUse = { role: 'ignored', name: 'x' }
const none = { rows: [], kinds: {}, files: new Set<string>() }

test('a variable of the same name is proposed, whatever its case, spaces, underscores and hyphens', () => {
  const columns = ['Topic Name', 'tone', 'to-ne', 'topic_name ', 'constructor']
  expect(proposedUses({ ...none, columns }, ['topic_name', 'tone', 'other'])).toEqual(
    ['topic_name', 'tone', 'to-ne', 'topic_name ', 'constructor'].map(variable),
  )
})

test('conversations, names of files and what is expected are told by values and names, where nothing says what they are', () => {
  const messages = [{ role: 'user', content: 'Hi' }]
  const rows = [
    { chat: messages, photo: 'a.png', Expected: 'Hello', ideal: 'x', note: messages },
    { chat: messages, photo: 'gone.png' },
  ]
  const columns = ['chat', 'photo', 'Expected', 'ideal', 'note']
  const table = { columns, rows, kinds: { note: 'metadata' }, files: new Set(['a.png']) } as const
  expect(proposedUses(table, ['ideal']).map(({ role }) => role)).toEqual([
    ...['messages', 'file', 'expected', 'variable', 'metadata'],
  ])
})

test('rows keep their values under the chosen names, and nothing ignored; what is no variable keeps its kind', () => {
  const uses: readonly ColumnUse[] = [
    variable(' topic'),
    { role: 'expected', name: 'expected' },
    { role: 'metadata', name: 'from' },
    ignored,
  ]
  const rows = [{ T: 'sea', E: 'blue', M: { page: 1 }, I: 1, absent: 2 }, { T: null }]
  expect(mappedRows(rows, ['T', 'E', 'M', 'I'], uses)).toEqual({
    rows: [{ topic: 'sea', expected: 'blue', from: { page: 1 } }, { topic: null }],
    kinds: { expected: 'expected', from: 'metadata' },
  })
})

test('conversations and checks in cells of CSV are read from their JSON', () => {
  const chat = [{ role: 'user', content: 'Hi' }]
  const rows = [{ chat: JSON.stringify(chat), note: '[1]' }]
  const uses = proposedUses({ ...none, columns: ['chat', 'note'], rows }, [])
  expect(uses.map(({ role }) => role)).toEqual(['messages', 'variable'])
  expect(mappedRows(rows, ['chat', 'note'], uses).rows).toEqual([{ chat, note: '[1]' }])
})

test('a row under the name __proto__ is kept as any other', () => {
  const { rows } = mappedRows([{ a: 1 }], ['a'], [variable('__proto__')])
  expect(Object.entries(rows[0] ?? {})).toEqual([['__proto__', 1]])
})

test.each([
  [[variable('a'), { role: 'expected', name: ' a' }], 'Two columns are called “a”.'],
  [[variable('a'), { role: 'ignored', name: 'a' }], undefined],
  [[variable(' ')], 'A column has no name.'],
  [[ignored, ignored], 'All columns are ignored.'],
  [[], undefined],
] as const)('%j: %s', (uses, problem) => {
  expect(problemOfUses(uses)).toBe(problem)
})
