import { expect, test } from 'vitest'
import { neverArrived } from '../run/life/states.ts'
import { byState, newestByPlace, placeState, type Row } from './places.ts'

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

test('a cell whose request never reached its router is not sent; one that was refused has failed', () => {
  const refused = (own: Partial<Row>) => placeState({ ...row('refused'), ...own })
  expect([refused({ reason: neverArrived }), refused({ error: { status: 400 } })]).toEqual(['not sent', 'failed'])
})

test('a deleted run leaves its place as sent, unless another run has it or nothing was paid; nothing that was said of it remains', () => {
  const run = (at: number, own: Partial<Row> = {}) =>
    ({ id: `run ${at}`, status: 'completed', batch: { id: 'b', at }, verdict: 'pass', price: '1 cauri', ...own }) as Row
  const gone = { deleted: 5 }
  const refused = { status: 'refused', error: { status: 429 }, ...gone } as const
  const places = newestByPlace([run(0)], [run(0, { ...gone, id: 'earlier' }), run(1, gone), run(2, refused)])
  expect(byState([0, 1, 2, 3], (at) => places.get(at))).toMatchObject({ done: [0], deleted: [1], 'not sent': [2, 3] })
  expect(places.get(1)).toMatchObject({ id: 'run 1', price: '1 cauri' })
  expect(places.get(1)?.verdict).toBeUndefined()
})
