import { expect, it } from 'vitest'
import type { EventBatch } from '../../ledger/run-row.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createRecorder } from './event-recorder.ts'

const events = (...data: readonly string[]) => data.map((one) => ({ at: 0, data: one }))

function recording(fails: (batch: EventBatch) => boolean = () => false) {
  const clock = createFakeClock()
  const stored: EventBatch[] = []
  let writing = 0
  const recorder = createRecorder(
    {
      async appendEvents(batch) {
        expect(writing).toBe(0)
        writing += 1
        await Promise.resolve()
        writing -= 1
        if (fails(batch)) throw new DOMException('Full.', 'QuotaExceededError')
        stored.push(batch)
      },
    },
    'a',
    clock,
  )
  const texts = () => stored.map(({ n, events }) => [n, events.map(({ data }) => data).join('')])
  return { clock, recorder, texts, settled: () => new Promise((done) => setImmediate(done)) }
}

it('writes the first events at once and the next ones together, 250 ms later', async () => {
  const { clock, recorder, texts, settled } = recording()
  recorder.add(events('a'))
  recorder.add(events('b', 'c'))
  await settled()
  recorder.add(events('d'))
  clock.pass(249)
  await settled()
  expect(texts()).toEqual([[0, 'a']])
  clock.pass(1)
  await settled()
  expect(texts()).toEqual([
    [0, 'a'],
    [1, 'bcd'],
  ])
})

it('flushes what is pending, also while a write is under way', async () => {
  const { recorder, texts } = recording()
  recorder.add(events('a'))
  recorder.add(events('b'))
  await recorder.flush()
  expect(texts()).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
  await recorder.flush()
  expect(texts().length).toBe(2)
})

it('offers what was refused again, in order and without a gap', async () => {
  let full = true
  const { clock, recorder, texts, settled } = recording(() => full)
  recorder.add(events('a'))
  await settled()
  recorder.add(events('b'))
  await expect(recorder.flush()).rejects.toThrow('Full')
  full = false
  recorder.add(events('c'))
  clock.pass(5_000)
  await settled()
  expect(texts()).toEqual([[0, 'abc']])
})
