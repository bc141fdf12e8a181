import type { RunEvent } from '../../client/read/run-event.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { readerFor } from '../reader-for.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult } from '../result.ts'
import type { RunTools } from '../run-tools.ts'
import { type Times, withChunk } from './progress.ts'

/** What came of a run whose page is gone, and when, from its stored events. */
export async function remains(
  { ledger, createReader }: RunTools,
  row: RunRow,
): Promise<{ result: RunResult; times: Times }> {
  const { events } = await ledger.eventsOf(row.id)
  const [body] = await ledger.bodies([row.id])
  const reader = await readerFor(row, createReader, body)
  const all: RunEvent[] = []
  let times = row.times ?? {}
  for (const raw of events) {
    const told = reader.push(raw)
    for (const event of told) all.push(event)
    times = { ...withChunk(times, { raw: [raw], events: told }, raw.at), end: raw.at }
  }
  const came = reduce(emptyResult, all)
  const told = reduce(came, reader.finish('cut'))
  // The events are what proves it: the row that says `receiving` is another write, and may not have been in time.
  const answered = events.length > 0
  // A reply that had come to its own end is over, though its page was killed before it could write that down.
  if (answered && told.end !== undefined && told.end.status !== 'interrupted') return { result: told, times }
  const end = { status: answered ? 'interrupted' : 'unknown', reason: 'page closed' } as const
  return { result: { ...came, end }, times }
}
