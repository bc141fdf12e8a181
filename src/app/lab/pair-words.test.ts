import { expect, test } from 'vitest'
import type { Judge } from '#lab/judges/judge-requests.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { pairWords } from './pair-words.ts'
import { newestByPlace, type Row } from './places.ts'

const judge: Judge = { type: 'select-best', model: 'j', value: 'Shorter.' }
const plan: LabPlan = {
  ...emptyPlan('chat', { input: '{{x}}' }),
  axes: { models: ['a', 'b'], repeat: 1, sweeps: [] },
  rows: [{ x: 1 }, { x: 2 }, { x: 3 }, { x: 4 }],
}
const places = newestByPlace(
  Array.from(
    { length: 8 },
    (_, at): Row => ({
      ...{
        id: `r${at}`,
        seq: at,
        endpoint: 'responses',
        model: 'm',
        title: '',
        status: 'completed',
        intent: '',
        log: [],
      },
      connection: { name: '', baseUrl: '' },
      batch: { id: 'p', at, of: 8, name: '' },
    }),
  ),
)

test('wins count for the candidate of the run, ties and pairs that the order decided stand beside', () => {
  const pairs = [
    { judge, runs: ['r0', 'r1'], winner: 'first' },
    { judge, runs: ['r2', 'r3'], winner: 'second' },
    { judge, runs: ['r4', 'r5'], winner: 'tie' },
    { judge, runs: ['r6', 'r7'], winner: undefined },
  ] as const
  expect(pairWords(plan, places, pairs)).toEqual([
    'j: a won 1 of 2 · b won 1 of 2 · 1 tied · 1 left out, decided by the order',
  ])
  expect(pairWords(plan, places, [])).toEqual([])
})
