import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import { arrivedWords, isModerated, shortfallOf } from './shortfall.tsx'

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

const ended = (status: 'refused' | 'failed' | 'completed', message: string, code?: string) => ({
  status,
  result: { ...emptyResult, error: { kind: 'api', message, ...(code && { code }) } as const },
})

test.each([
  ['refused', 'Your request was rejected.', 'moderation_blocked'],
  ['refused', 'Rejected as a result of our safety system.', undefined],
  ['refused', 'Bad.', 'content_policy_violation'],
  ['failed', 'No image was returned: content_filter', undefined],
] as const)('a run that was %s with “%s” (%s) was held back', (status, message, code) => {
  expect(isModerated(ended(status, message, code))).toBe(true)
})

test.each([
  ['refused', 'Invalid size.', 'invalid_value'],
  ['failed', 'The model broke off.', 'server_error'],
  ['failed', 'No image was returned, and nobody says why. It may be moderation.', 'no_image'],
  ['completed', 'moderation', undefined],
] as const)('a run that was %s with “%s” (%s) was not', (status, message, code) => {
  expect(isModerated(ended(status, message, code))).toBe(false)
})
