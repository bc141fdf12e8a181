import { expect, test } from 'vitest'
import { emptyPlan } from '#lab/lab-plan.ts'
import { pricesOf } from './planned-requests.ts'

test('cells have the price of their own request; where the rows fill nothing that is priced, one is computed for each column', () => {
  const plan = {
    ...emptyPlan('generate', { prompt: '{{topic}}', n: '{{count}}' }),
    axes: { models: ['a', 'b'], repeat: 1, sweeps: [] },
    rows: [
      { topic: 'sea', count: 2 },
      { topic: 'sky', count: 3 },
    ],
  }
  const asked: unknown[] = []
  const priceOf = (request: object) => {
    asked.push(request)
    return JSON.stringify(request)
  }
  const [first, ...others] = pricesOf(plan, priceOf, { n: '{{count}}' })
  expect(first).toEqual({ model: 'a', price: '{"model":"a","n":2}' })
  expect(others.map(({ price }) => price)).toEqual([
    '{"model":"b","n":2}',
    '{"model":"a","n":3}',
    '{"model":"b","n":3}',
  ])
  asked.length = 0
  expect(pricesOf(plan, priceOf, { n: 4 }).map(({ model }) => model)).toEqual(['a', 'b', 'a', 'b'])
  expect(asked).toEqual([
    { model: 'a', n: 4 },
    { model: 'b', n: 4 },
  ])
})
