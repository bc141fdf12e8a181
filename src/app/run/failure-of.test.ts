import { expect, test } from 'vitest'
import type { ErrorFacts } from '../client/client-error.ts'
import { sampleRow } from '../ledger/testing/sample-row.ts'
import { failureOf } from './failure-of.ts'
import { emptyResult } from './result.ts'
import type { Run } from './run.ts'

/** A run that ended at 9,000 with this failure. */
function failed(error: Partial<ErrorFacts>, status: Run['status'] = 'refused'): Run {
  const row = { ...sampleRow({ id: 'a', status }), seq: 1, log: [{ status, at: 9_000, mono: 1 }] }
  const facts = { kind: 'api', message: 'No.', ...error } as const
  return { ...row, request: {}, result: { ...emptyResult, error: facts }, saved: true }
}

test('after a 429 a press waits as long as the router asks for, counted from when it said so', () => {
  expect(failureOf(failed({ status: 429, retryAfter: 3 }))).toMatchObject({ cost: 'Not billed.', waitUntil: 12_000 })
})

test.each<[string, Run]>([
  ['a 429 without a word on it', failed({ status: 429 })],
  ['a 402 that names a wait', failed({ status: 402, retryAfter: 3 })],
  ['a 503 that names a wait, of which nobody knows what it cost', failed({ status: 503, retryAfter: 3 }, 'unknown')],
])('after %s nothing is counted down', (_, run) => {
  expect(failureOf(run)).not.toHaveProperty('waitUntil')
})

test.each<[Run['status'], string]>([
  ['refused', 'Not billed.'],
  ['unknown', 'May have been billed.'],
  ['failed', 'May have been billed.'],
  ['interrupted', 'May have been billed.'],
])('what is %s is called by its cost: %s', (status, cost) => {
  expect(failureOf(failed({}, status))).toMatchObject({ cost })
})

test.each<[Run['status'], string, string]>([
  ['failed', 'expired', 'The job expired'],
  ['failed', 'canceled', 'The job was cancelled'],
  ['failed', 'not found', 'The router does not know this job'],
  ['unknown', 'stale', 'No known status for 24 hours'],
  ['interrupted', 'not downloaded', 'Completed, but not downloaded'],
])('a job that is %s because of “%s” has words of its own, with those of the router', (status, reason, title) => {
  const run = { ...failed({ message: 'Its own words.' }, status), reason, job: 'v' }
  expect(failureOf(run)).toMatchObject({ title, what: expect.stringMatching(/Its own words\.$/) })
  expect(failureOf({ ...run, reason: 'generation_failed' })?.title).not.toBe(title)
})
