import { expect, it } from 'vitest'
import { emptyResult } from '../result.ts'
import { failedEnd } from './job-row.ts'
import { jobWords } from './job-words.ts'

const wordsOf = (reason: string, message?: string) => {
  const result = message === undefined ? emptyResult : { ...emptyResult, error: { kind: 'api', message } as const }
  const { title, what } = jobWords({ job: 'j', status: 'failed', reason, result }) ?? {}
  return [title, what]
}

it.each([
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

it('a code of figures alone is no reason that a person reads', () => {
  const reasonFor = (code: unknown) =>
    failedEnd({ state: 'failed', word: 'failed', error: { code, message: 'No.' } }).reason
  expect([reasonFor(3), reasonFor('moderation_blocked'), reasonFor(undefined)]).toEqual([
    'failed',
    'moderation_blocked',
    'failed',
  ])
})
