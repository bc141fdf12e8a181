import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { keepListed } from './listed-models.ts'

test('a list that fails is asked for again after 1, 2, 4 … seconds, one that came after 10 minutes, and the last good one stays', async () => {
  const { clock, pass } = testClock()
  const outcomes = ['fails', 'fails', 'comes', 'fails', 'comes']
  const asked: number[] = []
  const replaced: number[] = []
  const start = clock.now()
  await keepListed({
    name: 'acme',
    list: async () => {
      asked.push((clock.now() - start) / 1_000)
      if (outcomes.shift() === 'fails') throw new Error('no')
      return [{ id: 'a', object: 'model' }]
    },
    replace: (list) => replaced.push(list.length),
    log: () => {},
    clock,
  })
  for (const seconds of [0.5, 0.5, 1, 1, 599, 1, 1]) await pass(seconds * 1_000)
  expect(asked).toEqual([0, 1, 3, 603, 604])
  expect(replaced).toEqual([1, 1])
})
