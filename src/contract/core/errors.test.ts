import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ErrorBody, retryAfterSeconds } from './errors.ts'

const error: Readonly<Record<string, string | null>> = {
  message: 'tools[0].name is missing.',
  type: 'invalid_request_error',
  param: 'tools[0].name',
  code: null,
  request_id: 'req_1',
  retry: 'no',
  stage: 'not_sent',
}

test('our error body is whole, with null for what does not apply', () => {
  expect(z.safeParse(ErrorBody, { error }).success).toBe(true)
  expect(z.safeParse(ErrorBody, { error: { ...error, param: null } }).success).toBe(true)
})

test.each(Object.keys(error))('an error body without %s is not ours', (key) => {
  const { [key]: _, ...rest } = error
  expect(z.safeParse(ErrorBody, { error: rest }).success).toBe(false)
})

test.each([{ retry: 'maybe' }, { stage: 'lost' }])('%j is no word of ours', (more) => {
  expect(z.safeParse(ErrorBody, { error: { ...error, ...more } }).success).toBe(false)
})

const now = Date.UTC(2026, 10, 27, 12, 0, 0)

test.each([
  'Fri, 27 Nov 2026 12:00:30 GMT',
  'Friday, 27-Nov-26 12:00:30 GMT',
  'Fri, 27-Nov-2026 12:00:30 UTC',
  'Fri Nov 27 12:00:30 2026',
])('an HTTP date is read in each of its forms: %s', (text) => {
  expect(retryAfterSeconds(text, now)).toBe(30)
})

test('a day below ten has a space before it in the form of asctime', () => {
  expect(retryAfterSeconds('Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 30))).toBe(7)
})

test('a year of two digits is at most 50 years ahead', () => {
  const yearOf = (text: string) => new Date(now + (retryAfterSeconds(text, now) ?? 0) * 1000).getUTCFullYear()
  expect(yearOf('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(1994)
  expect(yearOf('Friday, 06-Nov-76 08:49:37 GMT')).toBe(2076)
  expect(yearOf('Saturday, 06-Nov-77 08:49:37 GMT')).toBe(1977)
})

test.each([
  '',
  'soon',
  '-5',
  '2026-11-27',
  'Fri, 99 Nov 2026 12:00:30 GMT',
  'Fri, 27 Foo 2026 12:00:30 GMT',
  '27-Nov-26',
])('any other text is no date: %j', (text) => {
  expect(retryAfterSeconds(text, now)).toBeUndefined()
})

test('seconds are taken as they are', () => {
  expect([retryAfterSeconds('7', now), retryAfterSeconds(' 0.5 ', now)]).toEqual([7, 0.5])
})
