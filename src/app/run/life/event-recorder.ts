import type { RawEvent } from '../../client/read/run-event.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { EventBatch, RunRow } from '../../ledger/run-row.ts'
import type { RunClock } from './run-clock.ts'

type RowChange = (row: RunRow) => RunRow

export type Recorder = ReturnType<typeof createRecorder>

/** Ms: the most that is lost where the page is killed. A short reply is stored with its end alone. */
const pause = 250
// The ledger is probably full: the growing rest is retried less often.
const pauseAfterFailure = 5_000

/**
 * Writes what comes of one run to the ledger, the head of its reply and its events in batches: at most once in 250 ms, the first time 250 ms
 * after something came, and never two batches at once. After a failure the same events are retried together with the following ones, so no
 * batch is left out.
 * @param n number of the first batch; after an earlier page, the next free one
 */
export function createRecorder(ledger: Pick<Ledger, 'appendEvents' | 'update'>, id: string, clock: RunClock, n = 0) {
  let withHead: RowChange | undefined
  let isHeadStored = true
  let pending: RawEvent[] = []
  let next = n
  let nextAt = 0
  let writing: Promise<void> | undefined
  let callOff: (() => void) | undefined

  async function write(): Promise<void> {
    const events = pending
    pending = []
    try {
      await ledger.appendEvents({ id, n: next, events })
      next += 1
    } catch (error) {
      pending = [...events, ...pending]
      nextAt = clock.mono() + pauseAfterFailure
      throw error
    } finally {
      writing = undefined
    }
  }

  /** Writes what is pending now. Rejects where the ledger refuses the events; they stay pending. */
  async function flush(): Promise<void> {
    callOff?.()
    callOff = undefined
    // Without a pending write this one starts synchronously: a closing page may run no further task.
    if (writing !== undefined) await writing.catch(() => {})
    if (pending.length > 0) writing ??= write()
    // Behind the events, which may have no other chance. If it fails, it is still written with the end.
    if (withHead && !isHeadStored) void ledger.update(id, withHead).catch(() => {})
    isHeadStored = true
    await writing
  }

  function schedule(): void {
    callOff ??= clock.after(Math.max(pause, nextAt - clock.mono()), () => void flush().catch(() => {}))
  }

  return {
    /** `change` adds the head to the stored row, and may be called again. */
    addHead(change: RowChange): void {
      withHead = change
      isHeadStored = false
      schedule()
    },
    add(events: readonly RawEvent[]): void {
      if (events.length === 0) return
      for (const event of events) pending.push(event)
      schedule()
    },
    flush,
    /** What is not stored yet, for the write that ends the run. The events stay pending: `flush` may still write them. */
    async rest(): Promise<{ readonly withHead: RowChange; readonly events?: EventBatch }> {
      callOff?.()
      if (writing !== undefined) await writing.catch(() => {})
      return {
        withHead: withHead ?? ((row) => row),
        ...(pending.length > 0 && { events: { id, n: next, events: pending } }),
      }
    },
  }
}
