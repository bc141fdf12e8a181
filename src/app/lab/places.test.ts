import { expect, test } from 'vitest'
import { placeState, type Row } from './places.ts'

// Only what the state is told by.
const row = (status: Row['status']) => ({ status }) as Row

test.each([
  ['queued', 'open'],
  ['running', 'open'],
  ['receiving', 'open'],
  ['draft', 'not sent'],
  ['completed', 'done'],
  ['incomplete', 'done'],
  ['stopped', 'failed'],
  ['unknown', 'unclear'],
] as const)('a cell whose run is %s is %s', (status, state) => {
  expect(placeState(row(status))).toBe(state)
})
