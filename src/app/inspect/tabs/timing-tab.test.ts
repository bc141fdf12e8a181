import { expect, test } from 'vitest'
import { momentsOf, spansOf } from './timing-tab.tsx'

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

test('what was not recorded leaves no stretch and no number', () => {
  const moments = momentsOf({ log, times: { end: 5 } })
  expect(moments.map(({ at }) => at)).toEqual([0, 12, undefined, undefined, undefined, 17])
  expect(spansOf(moments).map(({ name }) => name)).toEqual(['Queued', 'Receiving'])
  expect(spansOf(momentsOf({ log: [] }))).toEqual([])
})
