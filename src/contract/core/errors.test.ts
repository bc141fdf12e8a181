import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'

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
