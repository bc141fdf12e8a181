import { expect, test } from 'vitest'
import type { EventRow } from './event-list.ts'
import { foldPolls, isFold, keyOf, type ListRow, wordsOf } from './poll-folds.ts'

let nth = 0
const row = (data: string, name?: string): EventRow => ({
  nth: nth++,
  raw: { at: nth, data, ...(name !== undefined && { name }) },
  mark: { name: name ?? 'video', notices: [] },
})
const poll = (status: string, progress?: number) => row(JSON.stringify({ id: 'v', status, progress }), 'job.status')
const told = (rows: readonly ListRow[]) => rows.map((one) => (isFold(one) ? wordsOf(one) : one.raw.data.slice(0, 8)))

test('consecutive polls of one state are one row, and a single one is itself', () => {
  nth = 0
  const polls = [
    poll('queued'),
    poll('queued'),
    ...[3, 40, 87].map((n) => poll('in_progress', n)),
    poll('completed', 100),
  ]
  const rows = [row('{"id":"v"}'), ...polls]
  expect(told(foldPolls(rows, new Set()))).toEqual([
    '{"id":"v',
    '2 polls, queued',
    '3 polls, in_progress, 3 → 87 %',
    '{"id":"v',
  ])
})

test('an open fold has its events below it, and every row has a key of its own', () => {
  nth = 0
  const rows = [poll('queued', 0), poll('queued', 0), poll('running', 5), poll('running', 5)]
  const list = foldPolls(rows, new Set(['fold 2']))
  expect(told(list)).toEqual(['2 polls, queued, 0 %', '2 polls, running, 5 %', '{"id":"v', '{"id":"v'])
  expect(new Set(list.map(keyOf)).size).toBe(4)
})

test('states that change with every poll, odd data and other events are not folded', () => {
  nth = 0
  const flapping = [poll('queued'), poll('in_progress'), poll('queued')]
  expect(foldPolls(flapping, new Set())).toHaveLength(3)
  expect(told(foldPolls([row('', 'job.status'), row('<html>', 'job.status')], new Set()))).toEqual([
    '2 polls, no status',
  ])
  expect(foldPolls([row('{}', 'delta'), row('{}', 'delta')], new Set())).toHaveLength(2)
})

test('five thousand polls are a row', () => {
  nth = 0
  const polls = Array.from({ length: 5000 }, (_, n) => poll('in_progress', n % 100))
  expect(told(foldPolls(polls, new Set()))).toEqual(['5,000 polls, in_progress, 0 → 99 %'])
})
