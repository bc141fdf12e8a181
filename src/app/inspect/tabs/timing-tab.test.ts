import { expect, test } from 'vitest'
import { jobMomentsOf, momentsOf, spansOf } from './timing-tab.tsx'

const log = [
  { status: 'prepared', at: 1000, mono: 50 },
  { status: 'sending', at: 1012, mono: 62 },
] as const

test('the moments count from the press, and the stretches lie between those that are known', () => {
  const moments = momentsOf({ log, times: { headers: 30, firstByte: 31, firstToken: 90, end: 200 } })
  expect(moments.map(({ at }) => at)).toEqual([0, 12, 42, 43, 102, 212])
  expect(spansOf(moments).map(({ name, from, to }) => [name, from, to])).toEqual([
    ['Queued', 0, 12],
    ['Waiting for headers', 12, 42],
    ['Waiting for the first byte', 42, 43],
    ['Waiting for the first token', 43, 102],
    ['Receiving', 102, 212],
  ])
})

test('a job has the time that it was queued, running and downloaded', () => {
  const steps = [
    ...log,
    { status: 'queued', at: 1400, mono: 450 },
    { status: 'running', at: 5000, mono: 4050 },
    { status: 'completed', at: 31_000, mono: 3 },
  ] as const
  const job = { log: steps, times: { headers: 300, firstByte: 310, firstToken: 380, end: 388 } }
  const moments = jobMomentsOf({ ...job, status: 'completed' }, { at: 28_000 })
  expect(spansOf(moments).map(({ name, from, to }) => [name, from, to])).toEqual([
    ['Queued', 0, 12],
    ['Waiting for headers', 12, 312],
    ['Waiting for the first byte', 312, 322],
    ['Creating the job', 322, 400],
    ['Queued at the router', 400, 4000],
    ['Running', 4000, 28_012],
    ['Downloading', 28_012, 30_000],
  ])
  const open = jobMomentsOf({ ...job, log: steps.slice(0, 4), status: 'running' }, { at: 28_000 })
  expect(spansOf(open).at(-1)?.name).toBe('Queued at the router')
})

test('what was not recorded leaves no stretch and no number', () => {
  const moments = momentsOf({ log, times: { end: 5 } })
  expect(moments.map(({ at }) => at)).toEqual([0, 12, undefined, undefined, undefined, 17])
  expect(spansOf(moments).map(({ name }) => name)).toEqual(['Queued', 'Receiving'])
  expect(spansOf(momentsOf({ log: [] }))).toEqual([])
})
