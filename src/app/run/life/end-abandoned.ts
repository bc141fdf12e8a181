import type { RunEvent } from '../../client/read/run-event.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { withoutPolls } from '../jobs/polls.ts'
import { readerFor } from '../load-run.ts'
import { reduce } from '../reduce.ts'
import { emptyResult, type RunResult } from '../result.ts'
import type { RunTools } from '../run-tools.ts'
import { outputOf } from './hashes.ts'
import { type Times, withChunk, withEnd } from './progress.ts'
import { stampOf } from './run-clock.ts'
import { advance, isOpen } from './states.ts'

/** Settles an abandoned run: a prepared one becomes a draft, a sent one ends as its stored events say. */
export async function endAbandoned(tools: RunTools, id: string): Promise<void> {
  const { ledger, clock } = tools
  const row = await ledger.get(id)
  if (row === undefined || !isOpen(row.status)) return
  const stamp = stampOf(clock)
  if (row.status === 'prepared') {
    await ledger.update(id, (stored) => advance(stored, 'draft', stamp))
    return
  }
  const { result, times } = await remains(tools, row)
  const output = await outputOf(result)
  const ending = { result, ...(row.reply !== undefined && { reply: row.reply }) }
  // Where a kept reply was followed, the next page asks for it at once.
  await ledger.finish(id, ({ polling: _, ...stored }) => withEnd(stored, result, stamp, { times, output }), ending)
}

/** What came of a run whose page is gone, and when, from its stored events. */
async function remains({ ledger, createReader }: RunTools, row: RunRow): Promise<{ result: RunResult; times: Times }> {
  const events = withoutPolls((await ledger.eventsOf(row.id)).events)
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
