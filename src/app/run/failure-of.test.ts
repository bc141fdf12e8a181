import { expect, test } from 'vitest'
import type { ErrorFacts } from '../client/client-error.ts'
import { sampleRow } from '../ledger/testing/sample-row.ts'
import { failureOf, jobWords } from './failure-of.ts'
import { failedEnd } from './jobs/job-steps.ts'
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

const wordsOf = (reason: string, message?: string) => {
  const result = message === undefined ? emptyResult : { ...emptyResult, error: { kind: 'api', message } as const }
  const { title, what } = jobWords({ job: 'j', status: 'failed', reason, result }) ?? {}
  return [title, what]
}

test.each([
  ['rejected', 'prompt was against rules', 'The job was rejected', 'prompt was against rules'],
  ['rejected', undefined, 'The job was rejected', 'The router gave no reason.'],
  ['content moderated', undefined, 'Blocked by moderation', 'The router or its provider blocked the result.'],
  ['nsfw', 'No.', 'Blocked by moderation', 'No.'],
  ['timed_out', undefined, 'The job timed out', 'It took longer than the router or its provider allows.'],
  ['aborted', undefined, 'The job was cancelled', 'The router or its provider cancelled it.'],
  ['dead', undefined, 'The job failed', 'The router reports “dead”.'],
  ['failed', undefined, undefined, undefined],
  ['content gone', 'HTTP 410.', 'The result is gone', 'The router has deleted it. HTTP 410.'],
])('a job that ended as “%s” with the message %s is explained once', (reason, message, title, what) => {
  expect(wordsOf(reason, message)).toEqual([title, what])
})

test('a code of figures alone is no reason that a person reads', () => {
  const reasonFor = (code: unknown) =>
    failedEnd({ state: 'failed', word: 'failed', error: { code, message: 'No.' } }).reason
  expect([reasonFor(3), reasonFor('moderation_blocked'), reasonFor(undefined)]).toEqual([
    'failed',
    'moderation_blocked',
    'failed',
  ])
})
