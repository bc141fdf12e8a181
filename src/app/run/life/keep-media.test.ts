import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Chunk } from '../../client/exchange.ts'
import { createReader } from '../../client/read/chat-reader.ts'
import { mediaReading } from '../../client/read/media/media-reader.ts'
import type { RawEvent } from '../../client/read/run-event.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { openPage, sampleDraft } from '../testing/open-page.ts'

const picture = (name: string) => {
  const blob = new Blob([name], { type: 'image/png' })
  return { sha256: name.repeat(64), type: 'image/png', blob }
}
const event = (name: string): RawEvent => {
  const data = JSON.stringify({ type: 'image_generation.completed', b64_json: `sha256:${name.repeat(64)}` })
  return { at: 2, data }
}

/** A router that draws two of the pictures, and then works on. */
async function* twoOfFour(signal: AbortSignal | undefined): AsyncGenerator<Chunk, void> {
  const reader = createReader({ media: mediaReading })
  yield { kind: 'head', head: { status: 200, headers: {}, at: 1 } }
  for (const name of ['a', 'b']) {
    const raw = [event(name)]
    yield { kind: 'events', raw, events: raw.flatMap((one) => reader.push(one)), files: [picture(name)] }
  }
  await new Promise((go) => signal?.addEventListener('abort', go))
}

test('pictures that had come are there after the page is lost, and the run is not taken for whole', async () => {
  const locks = createFakeLocks()
  const browser = locks.page()
  const router = { stream: (_: string, __: unknown, { signal }: { signal?: AbortSignal } = {}) => twoOfFour(signal) }
  const lost = await openPage({ name: 'keeper', router, locks: browser })
  const known = await lost.runs.start(
    sampleDraft({ endpoint: 'images.generations', request: { model: 'm', prompt: 'A fox', n: 4 } }),
  )
  if (known.status !== 'started') throw new Error('The run did not start.')
  const stored = async () => (await (await lost.ledger.history()).assets(known.id)).map(({ sha256 }) => sha256[0])
  await expect.poll(async () => (await stored()).toSorted()).toEqual(['a', 'b'])
  lost.hide()
  await expect.poll(async () => (await lost.ledger.eventsOf(known.id)).events.length).toBe(2)
  browser.kill()

  const next = await openPage({ name: 'keeper', router, locks: locks.page() })
  const found = await next.until(known.id, ({ status }) => status !== 'sending' && status !== 'receiving')
  expect(found.status).toBe('interrupted')
  expect(await stored()).toHaveLength(2)
  for (const page of [lost, next]) page.runs.close()
})
