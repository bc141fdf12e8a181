import type { RawEvent } from '../../client/read/run-event.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { RunClock } from './run-clock.ts'

export type Recorder = ReturnType<typeof createRecorder>

const pause = 250
// The ledger is probably full: the growing rest is retried less often.
const pauseAfterFailure = 5_000

/**
 * Writes the events of one run to the ledger in batches: at most one write every 250 ms, never two at once. After a failure the same events are retried together with the following ones, so no
 * batch is left out.
 * @param n number of the first batch; after an earlier page, the next free one
 */
export function createRecorder(ledger: Pick<Ledger, 'appendEvents'>, id: string, clock: RunClock, n = 0) {
  let pending: RawEvent[] = []
  let next = n
  let nextAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined
  let callOff: (() => void) | undefined

  async function write(): Promise<void> {
    const events = pending
    pending = []
    callOff?.()
    callOff = undefined
    nextAt = clock.mono() + pause
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

  /** Writes what is pending now. Rejects where the ledger refuses; the events stay pending. */
  async function flush(): Promise<void> {
    // Without a pending write this one starts synchronously: a closing page may run no further task.
    if (writing !== undefined) await writing.catch(() => {})
    if (pending.length === 0) return
    writing ??= write()
    await writing
  }

  function quietly(): void {
    flush().catch(() => {})
  }

  return {
    add(events: readonly RawEvent[]): void {
      if (events.length === 0) return
      for (const event of events) pending.push(event)
      const wait = nextAt - clock.mono()
      if (wait <= 0) quietly()
      else callOff ??= clock.after(wait, quietly)
    },
    flush,
  }
}
