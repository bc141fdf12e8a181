import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import { arrivedWords, shortfallOf } from './shortfall.tsx'

const done = (index: number) => ({ kind: 'media', index, sha256: `${index}` }) as const
const outputs = [done(0), { ...done(1), partial: true }, { kind: 'item', index: 2, item: null }, done(3)] as const
const short = (status: 'incomplete' | 'interrupted' | 'completed' | 'receiving', n: unknown) =>
  shortfallOf({ status, request: { n }, result: { ...emptyResult, outputs } })

test('what is missing of an ended run is what is no finished picture', () => {
  for (const status of ['incomplete', 'interrupted'] as const)
    expect(short(status, 3)).toEqual({ came: 2, asked: 3, missing: 1 })
  expect(short('incomplete', '4')).toMatchObject({ missing: 2 })
  expect(arrivedWords({ came: 2, asked: 3, missing: 1 })).toBe('2 of 3 arrived')
})

test('nothing is missing of a run that is on its way, is completed, has all or has none', () => {
  expect(short('receiving', 3)).toBeUndefined()
  expect(short('completed', 3)).toBeUndefined()
  expect(short('incomplete', 2)).toBeUndefined()
  expect(shortfallOf({ status: 'incomplete', request: { n: 2 }, result: emptyResult })).toBeUndefined()
})
