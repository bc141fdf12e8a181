import { expect, it } from 'vitest'
import type { EventBatch, RunRow } from '../../ledger/run-row.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createRecorder } from './event-recorder.ts'

const withModel = (row: RunRow): RunRow => ({ ...row, model: 'served' })

const events = (...data: readonly string[]) => data.map((one) => ({ at: 0, data: one }))

function recording(fails: (batch: EventBatch) => boolean = () => false) {
  const clock = createFakeClock()
  const stored: EventBatch[] = []
  const heads: unknown[] = []
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
      async update(_id, change) {
        heads.push(change)
        return undefined
      },
    },
    'a',
    clock,
  )
  const texts = () => stored.map(({ n, events }) => [n, events.map(({ data }) => data).join('')])
  return { clock, recorder, texts, heads, settled: () => new Promise((done) => setImmediate(done)) }
}

it('writes what came 250 ms after the first of it, and no more often', async () => {
  const { clock, recorder, texts, heads, settled } = recording()
  recorder.addHead(withModel)
  recorder.add(events('a'))
  clock.pass(249)
  await settled()
  expect([texts(), heads]).toEqual([[], []])
  recorder.add(events('b', 'c'))
  clock.pass(1)
  await settled()
  expect([texts(), heads]).toEqual([[[0, 'abc']], [withModel]])
  recorder.add(events('d'))
  clock.pass(249)
  await settled()
  expect(texts().length).toBe(1)
  clock.pass(1)
  await settled()
  expect([texts(), heads]).toEqual([
    [
      [0, 'abc'],
      [1, 'd'],
    ],
    [withModel],
  ])
})

it('flushes what is pending, also while a write is under way', async () => {
  const { clock, recorder, texts } = recording()
  recorder.add(events('a'))
  clock.pass(250)
  recorder.add(events('b'))
  await recorder.flush()
  expect(texts()).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
  await recorder.flush()
  expect(texts().length).toBe(2)
})

it('gives what is not stored to the write that ends the run, and writes it no more by itself', async () => {
  const { clock, recorder, texts, heads, settled } = recording()
  recorder.addHead(withModel)
  recorder.add(events('a'))
  expect(await recorder.rest()).toEqual({ withHead: withModel, events: { id: 'a', n: 0, events: events('a') } })
  clock.pass(5_000)
  await settled()
  expect([texts(), heads]).toEqual([[], []])
  await recorder.flush()
  expect(await recorder.rest()).toEqual({ withHead: withModel })
})

it('offers what was refused again, in order and without a gap', async () => {
  let full = true
  const { clock, recorder, texts, settled } = recording(() => full)
  recorder.add(events('a'))
  clock.pass(250)
  await settled()
  recorder.add(events('b'))
  await expect(recorder.flush()).rejects.toThrow('Full')
  full = false
  recorder.add(events('c'))
  clock.pass(5_000)
  await settled()
  expect(texts()).toEqual([[0, 'abc']])
})
