import { expect, test } from 'vitest'
import { admit } from './admit-run.ts'
import { sampleRow } from './testing/sample-row.ts'

test('a row whose id is in use is not admitted unless that one is a draft, also where it has ended or is damaged', () => {
  const row = sampleRow({ id: 'a' })
  const stored = (status: 'draft' | 'completed') => ({ ...row, seq: 1, status })
  expect(admit(row, stored('draft'), undefined)).toEqual({ kind: 'free' })
  expect(admit(row, stored('completed'), undefined)).toMatchObject({ kind: 'blocked' })
  expect(() => admit(row, { ...stored('draft'), log: 'damaged' } as never, undefined)).toThrow('damaged')
})
