import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyKeyRecord } from './any-key-record.ts'

const Names = anyKeyRecord(z.string())

test('every key of a record is kept, whatever it is called', () => {
  const given: unknown = JSON.parse('{"__proto__":"a","constructor":"b","hasOwnProperty":"c","x":"d"}')
  expect(JSON.stringify(Names.parse(given))).toBe('{"__proto__":"a","constructor":"b","hasOwnProperty":"c","x":"d"}')
})

test('a value of another kind, and what is no record, is refused', () => {
  expect(Names.safeParse(JSON.parse('{"__proto__":1}')).success).toBe(false)
  for (const other of [['a'], null, 'a', undefined]) expect(Names.safeParse(other).success).toBe(false)
})
