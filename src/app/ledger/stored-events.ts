import type { StoredEvents } from './ledger.ts'
import { readBatch } from './read-row.ts'

/**
 * The events of consecutive batches from number `from` on. Stops at the first batch that is missing or corrupt:
 * what stands behind a hole would be glued to the wrong text.
 */
export function joinBatches(stored: readonly unknown[], from: number): StoredEvents {
  const events: StoredEvents['events'][number][] = []
  let next = from
  for (const one of stored) {
    const batch = readBatch(one)
    if (batch?.n !== next) break
    for (const event of batch.events) events.push(event)
    next += 1
  }
  return { events, next }
}
