import { expect, test } from 'vitest'
import { outlineRows } from './outline-rows.ts'

/** Runs written as `id` or `id<parent`, in the order in which they were started. */
const runsOf = (words: string) =>
  words.split(' ').map((word, seq) => {
    const [id = '', parent] = word.split('<')
    return { id, seq, ...(parent !== undefined && { parent }) }
  })

const outline = (runs: ReturnType<typeof runsOf>) =>
  outlineRows(runs).map((row) =>
    row.kind === 'apart' ? `${row.count} apart` : `${'  '.repeat(row.branch.level - 1)}${row.run.id}`,
  )

test('only forks indent, and each branch is whole before the next', () => {
  const forked = ['1', '2', '  3', '  5', '    6', '    7', '  4', '  8']
  expect(outline(runsOf('1 2<1 3<2 4<2 5<3 6<5 7<5 8<4'))).toEqual(forked)
  const rows = outlineRows(runsOf('1 2<1 3<2 4<2'))
  expect(rows).toMatchObject([
    { place: 0, branch: { of: 1, length: 2 } },
    { place: 1, above: 0 },
    { place: 0, above: 1, branch: { at: 0, of: 2, length: 1 } },
    { place: 0, above: 1, branch: { at: 1, of: 2, length: 1 } },
  ])
})

test('two first messages are branches as well', () => {
  expect(outline(runsOf('1 2 3<1 4<2'))).toEqual(['1', '3', '2', '4'])
})

test('the order of the records makes no difference', () => {
  const runs = runsOf('1 2<1 3<2 4<2 5<3 6<gone 7<6 8<9 9<8')
  const expected = outline(runs)
  for (let turn = 0; turn < runs.length; turn++) {
    expect(outline([...runs.slice(turn), ...runs.slice(0, turn)])).toEqual(expected)
    expect(outline([...runs.slice(turn), ...runs.slice(0, turn)].reverse())).toEqual(expected)
  }
})

test('runs whose parent is missing, and cycles, are listed apart, each once', () => {
  expect(outline(runsOf('1 2<gone 3<2 4<5 5<4 6<6'))).toEqual(['1', '5 apart', '  2', '  3', '  4', '  5', '  6'])
  expect(outline(runsOf('1<3 2<1 3<2'))).toEqual(['3 apart', '  1', '  2', '  3'])
})

test('a cycle with a branch, and a chain behind it, are whole', () => {
  const rows = outlineRows(runsOf('1<2 2<1 3<2 4<3'))
  expect(new Set(rows.flatMap((row) => (row.kind === 'run' ? [row.run.id] : [])))).toEqual(
    new Set(['1', '2', '3', '4']),
  )
})

test('a chain of 5,000 messages and 5,000 forks overflow no stack', () => {
  const chain = runsOf(['0', ...Array.from({ length: 4_999 }, (_, n) => `${n + 1}<${n}`)].join(' '))
  const rows = outlineRows(chain.toReversed())
  expect(rows).toHaveLength(5_000)
  expect(rows.every((row) => row.kind === 'run' && row.branch.level === 1)).toBe(true)
  const forks = chain.flatMap((run) => [run, { id: `${run.id}b`, seq: run.seq + 0.5, parent: run.id }])
  expect(outlineRows(forks)).toHaveLength(10_000)
})
