import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import { isModerated } from './moderation-note.tsx'

const ended = (status: 'refused' | 'failed' | 'completed', message: string, code?: string) => ({
  status,
  result: { ...emptyResult, error: { kind: 'api', message, ...(code && { code }) } as const },
})

test.each([
  ['refused', 'Your request was rejected.', 'moderation_blocked'],
  ['refused', 'Rejected as a result of our safety system.', undefined],
  ['refused', 'Bad.', 'content_policy_violation'],
  ['failed', 'No image came back: content_filter', undefined],
] as const)('a run that was %s with “%s” (%s) was held back', (status, message, code) => {
  expect(isModerated(ended(status, message, code))).toBe(true)
})

test.each([
  ['refused', 'Invalid size.', 'invalid_value'],
  ['failed', 'The model broke off.', 'server_error'],
  ['failed', 'No image came back, and nobody says why. It may be moderation.', 'no_image'],
  ['completed', 'moderation', undefined],
] as const)('a run that was %s with “%s” (%s) was not', (status, message, code) => {
  expect(isModerated(ended(status, message, code))).toBe(false)
})
