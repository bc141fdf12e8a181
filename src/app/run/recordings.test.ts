import { beforeEach, expect, test, vi } from 'vitest'
import { openLedger } from '../ledger/open-ledger.ts'
import { openRecordings } from './recordings.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { createFakeLocks } from './testing/fake-locks.ts'

// In memory, where a write takes no time.
beforeEach(() => void vi.stubGlobal('indexedDB', undefined))

/** Two tabs of one browser. */
async function openTabs() {
  const ledger = await openLedger()
  const locks = createFakeLocks()
  let ids = 0
  const newId = () => {
    ids += 1
    return `r${ids}`
  }
  const open = () => {
    const own = locks.page()
    return { own, recordings: openRecordings({ ledger, locks: own, newId, clock: createFakeClock(5000) }) }
  }
  return { ledger, one: open(), two: open() }
}

test('a recording that ended with its page is there up to the last stored chunk', async () => {
  const { ledger, one, two } = await openTabs()
  const writer = one.recordings.begin('audio/webm')
  for (let second = 1; second <= 45; second += 1) writer.add(new Blob([`${second},`]), second)
  await vi.waitFor(async () => expect(await ledger.readDraft('recordings/r1')).toMatchObject({ seconds: 45 }))
  one.own.kill()
  expect(await two.recordings.list()).toMatchObject([{ id: 'r1', type: 'audio/webm', started: 5000, seconds: 45 }])
  const whole = await two.recordings.read('r1')
  expect(whole?.type).toBe('audio/webm')
  expect(await whole?.text()).toBe(Array.from({ length: 45 }, (_, at) => `${at + 1},`).join(''))
})

test('no other tab lists a recording while it is made, and both list it afterwards', async () => {
  const { one, two } = await openTabs()
  const writer = one.recordings.begin('audio/webm')
  writer.add(new Blob(['a']), 1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await two.recordings.list()).toEqual([])
  expect(await writer.end()).toBe('kept')
  expect(await two.recordings.list()).toMatchObject([{ id: 'r1', seconds: 1 }])
})

test('recordings of two tabs do not overwrite each other, and a deleted one leaves nothing', async () => {
  const { ledger, one, two } = await openTabs()
  const writers = [one, two].map(({ recordings }) => recordings.begin('audio/ogg'))
  for (const writer of writers) writer.add(new Blob([writer.id]), 1)
  await Promise.all(writers.map((writer) => writer.end()))
  expect((await one.recordings.list()).map(({ id }) => id).toSorted()).toEqual(['r1', 'r2'])
  await one.recordings.remove('r1')
  expect((await two.recordings.list()).map(({ id }) => id)).toEqual(['r2'])
  expect(await ledger.readDraft('recordings/r1/0')).toBeUndefined()
  expect(await two.recordings.read('r1')).toBeUndefined()
})

test('a recording that the browser cannot store ends as lost', async () => {
  const { ledger, one } = await openTabs()
  const full = openRecordings({
    ledger: { ...ledger, writeDraft: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')) },
    locks: one.own,
    newId: () => 'r9',
    clock: createFakeClock(),
  })
  const writer = full.begin('audio/webm')
  writer.add(new Blob(['a']), 1)
  expect(await writer.end()).toBe('lost')
})

test('a recording whose first write failed is listed with the next chunk', async () => {
  const { ledger, one } = await openTabs()
  let left = 1
  const writeDraft: typeof ledger.writeDraft = async (key, value) => {
    left -= 1
    if (left >= 0) throw new DOMException('Full.', 'QuotaExceededError')
    await ledger.writeDraft(key, value)
  }
  const recordings = openRecordings({
    ...{ ledger: { ...ledger, writeDraft }, locks: one.own, newId: () => 'r9' },
    clock: createFakeClock(),
  })
  const writer = recordings.begin('audio/webm')
  for (const text of ['a', 'b']) writer.add(new Blob([text]), 1)
  expect(await writer.end()).toBe('lost')
  expect((await recordings.list()).map(({ id }) => id)).toEqual(['r9'])
  expect(await (await recordings.read('r9'))?.text()).toBe('ab')
})
