import { expect, it } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { matches, type RunQuery, sortRows, totalsOf } from './matches.ts'

type Change = Parameters<typeof sampleRow>[0]
const row = (change: Change, seq = 1) => ({ ...sampleRow(change), seq })

const runs = [
  row({ id: 'a', title: 'Sound and tides', status: 'completed', verdict: 'pass', tags: ['slow'] }, 1),
  row({ id: 'b', name: 'Second try', note: 'Too LOUD', status: 'unknown', model: 'gen' }, 2),
  row({ id: 'c', status: 'unknown', resolution: 'given_up', endpoint: 'images.generations' }, 3),
  row({ id: 'd', status: 'sending', log: [{ status: 'prepared', at: 9_000, mono: 0 }] }, 4),
  row(
    {
      id: 'e',
      thread: 'stage.talk.chat',
      status: 'refused',
      error: { kind: 'api', message: 'Quota gone', requestId: 'req_77' },
    },
    5,
  ),
]
const found = (query: RunQuery) => runs.filter((one) => matches(one, query)).map(({ id }) => id)

it('a job is found by its id and by the word of its router', () => {
  const job = row({ id: 'x', status: 'running', job: 'video_AbC', jobState: { word: 'PROCESSING' } })
  for (const text of ['video_abc', 'processing']) expect(matches(job, { text }), text).toBe(true)
  expect(matches(job, { text: 'video_abcd' })).toBe(false)
})

it.each([
  [{}, 'abcde'],
  [{ text: 'tides SOUND' }, 'a'],
  [{ text: 'loud' }, 'b'],
  [{ text: 'second nothing' }, ''],
  [{ text: 'req_77' }, 'e'],
  [{ text: 'quota' }, 'e'],
  [{ text: 'slow' }, 'a'],
  [{ text: ' ' }, 'abcde'],
  [{ endpoint: 'images.generations' }, 'c'],
  [{ model: 'gen' }, 'b'],
  [{ state: 'ruling' }, 'b'],
  [{ state: 'unknown' }, 'bc'],
  [{ state: 'open' }, 'd'],
  [{ verdict: 'pass' }, 'a'],
  [{ verdict: 'none', endpoint: 'responses' }, 'bde'],
  [{ tag: 'slow' }, 'a'],
  [{ from: 9_000 }, 'd'],
  [{ to: 9_000 }, 'abce'],
  [{ stage: 'none' }, 'abcd'],
  [{ stage: 'only' }, 'e'],
] as const)('%o finds %s', (query, ids) => {
  expect(found(query).join('')).toBe(ids)
})

it('sorts by every order, the newer one first where two are equal', () => {
  const list = [
    row({ id: 'a', title: 'run 10', model: 'x', times: { end: 5 } }, 1),
    row({ id: 'b', title: 'run 9', model: 'x', usage: { input: 1, output: 2 } }, 2),
    row({ id: 'c', title: 'A', model: 'y', usage: { total: 2 } }, 3),
  ]
  const sorted = (order: Parameters<typeof sortRows>[1]) =>
    sortRows(list, order)
      .map(({ id }) => id)
      .join('')
  expect(sorted('newest')).toBe('cba')
  expect(sorted('oldest')).toBe('abc')
  expect(sorted('slowest')).toBe('acb')
  expect(sorted('most tokens')).toBe('bca')
  expect(sorted('name')).toBe('cba')
  expect(sorted('model')).toBe('bac')
})

it('adds up times and tokens, and counts price labels as the words they are', () => {
  const price = '60 cauris'
  const list = [
    row({ id: 'a', price, times: { end: 1_000 }, usage: { input: 3, output: 4, estimated: true } }),
    row({ id: 'b', price, times: { end: 500 } }),
    row({ id: 'c' }),
  ]
  expect(totalsOf(list)).toEqual({
    ...{ count: 3, time: 1_500, input: 3, output: 4, unreported: 2 },
    prices: [
      ['60 cauris', 2],
      ['price not stated', 1],
    ],
  })
})
