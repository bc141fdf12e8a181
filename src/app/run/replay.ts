import { routeOf } from '#contract/routes.ts'
import type { Reader } from '../client/read/reply-reader.ts'
import type { RawEvent, RunEvent } from '../client/read/run-event.ts'
import type { RunBody, RunRow } from '../ledger/run-row.ts'
import { type Times, withChunk } from './life/progress.ts'
import { reduce } from './reduce.ts'
import { emptyResult, type RunResult } from './result.ts'
import type { RunTools } from './run-tools.ts'

/** The result after more stored events of a reply that may continue. The reader must have read the events before them. */
export function replay(reader: Reader, result: RunResult, stored: readonly RawEvent[]): RunResult {
  return reduce(
    result,
    stored.flatMap((raw) => reader.push(raw)),
  )
}

/** A reader for the stored events of a run; what was sent tells it how many pictures belong to the reply. What reads media is loaded when first needed; rejects where it does not come. */
export async function readerFor(
  { endpoint }: Pick<RunRow, 'endpoint'>,
  createReader: RunTools['createReader'],
  body?: RunBody,
): Promise<Reader> {
  if (routeOf(endpoint)?.vocabulary === 'response') return await createReader()
  const { mediaReading } = await import('../client/read/media/media-reader.ts')
  return await createReader({ media: (outputs) => mediaReading(outputs, { ...body, endpoint }) })
}

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
  // The id is stored on the row before the event it came with.
  if (row.job !== undefined) return { result: { ...came, end: { status: 'queued', job: row.job } }, times }
  const end = { status: answered ? 'interrupted' : 'unknown', reason: 'page closed' } as const
  return { result: { ...came, end }, times }
}
