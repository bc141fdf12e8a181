import { beforeEach, expect, test, vi } from 'vitest'
import { openLedger } from '../../ledger/open-ledger.ts'
import { openRecordings } from '../../run/recordings.ts'
import { createFakeClock } from '../../run/testing/fake-clock.ts'
import { Takes } from './takes.ts'

// In memory, where a write takes no time.
beforeEach(() => void vi.stubGlobal('indexedDB', undefined))

const ids = (takes: Takes) => takes.shown.get().takes.map(({ id }) => id)

async function record(recordings: ReturnType<typeof openRecordings>, text: string) {
  const writer = recordings.begin('audio/ogg')
  const blob = new Blob([text], { type: 'audio/ogg' })
  writer.add(blob, 2)
  return { id: writer.id, started: writer.started, seconds: 2, blob, stored: await writer.end() }
}

test('what was recorded and not used is there in the next page, until it is discarded and that is not undone', async () => {
  let newest = 0
  const newId = () => {
    newest += 1
    return `r${newest}`
  }
  const clock = createFakeClock()
  const recordings = openRecordings({ ledger: await openLedger(), newId, clock })
  const before = new Takes(recordings)
  for (const text of ['one', 'two']) {
    before.add(await record(recordings, text))
    clock.pass(1000)
  }

  const takes = new Takes(recordings)
  await takes.look()
  expect(ids(takes)).toEqual(['r1', 'r2'])
  const [one] = takes.shown.get().takes
  expect(await (one && takes.read(one))?.then((blob) => blob?.text())).toBe('one')

  if (one) takes.discard(one)
  expect(ids(takes)).toEqual(['r2'])
  await takes.look()
  takes.undo()
  expect(ids(takes)).toEqual(['r1', 'r2'])
  if (one) takes.discard(one)
  takes.settle()
  await vi.waitFor(async () => expect((await recordings.list()).map(({ id }) => id)).toEqual(['r2']))
})
