import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { jsonKinds, sayIssue } from './say-issue.ts'

const say = (schema: z.core.$ZodType, value: unknown, kinds?: typeof jsonKinds) =>
  (z.safeParse(schema, value).error?.issues ?? []).map((issue) => sayIssue(issue, kinds))

test.each([
  [z.string(), 3, 'Must be a text.', 'Must be a string.'],
  [z.union([z.string(), z.array(z.string())]), 3, 'Must be a text or a list.', 'Must be a string or an array.'],
  [z.int(), 0.5, 'Must be a whole number.', 'Must be an integer.'],
  [z.boolean(), 1, 'Must be true or false.', 'Must be a boolean.'],
])('the kind is named in plain words and as JSON calls it', (schema, value, plain, json) => {
  expect(say(schema, value)).toEqual([plain])
  expect(say(schema, value, jsonKinds)).toEqual([json])
})

test.each([
  [z.string().check(z.minLength(1)), '', 'Must not be empty.'],
  [z.string().check(z.maxLength(2)), 'abc', 'Must be at most 2 characters long.'],
  [z.array(z.int()).check(z.minLength(2)), [1], 'Must be at least 2 items long.'],
  [z.number().check(z.gt(0)), 0, 'Must be more than 0.'],
  [z.number().check(z.multipleOf(16)), 5, 'Must be a multiple of 16.'],
  [z.enum(['a', 'b', 'c']), 'd', 'Must be a, b or c.'],
  [z.union([z.string().check(z.minLength(1)), z.int()]), '', 'Must not be empty.'],
])('a bound, a list of values and the near member of a union are said', (schema, value, words) => {
  expect(say(schema, value)).toEqual([words])
})
