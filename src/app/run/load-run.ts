import { defined } from '#contract/core/loose-json.ts'
import type { ReplyStatus } from '#contract/core/statuses.ts'
import { withoutThoughts } from '#contract/responses/think-tags.ts'
import { routeOf } from '#contract/routes.ts'
import type { Reader } from '../client/read/reply-reader.ts'
import type { RawEvent } from '../client/read/run-event.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { RowList, RunBody, RunRow } from '../ledger/run-row.ts'
import { withoutPolls } from './jobs/polls.ts'
import { hasReplied } from './life/states.ts'
import { reduce } from './reduce.ts'
import {
  answerText,
  currentReading,
  emptyResult,
  type RunResult,
  readResult,
  reasoningText,
  storedError,
} from './result.ts'
import { type Run, toRun } from './run.ts'
import type { RunTools } from './run-tools.ts'

/** Runs of a long thread that are read before its others. */
const newestCount = 24
/** Runs whose results are parsed in one task. */
const atOnce = 200

export type LoadRun = ReturnType<typeof createLoadRun>

/** Progress of reading the events of a run that another tab streams. */
interface Following {
  /** Created with the first event. */
  readonly reader?: Reader
  readonly result: RunResult
  readonly next: number
}

const atStart: Promise<Following> = Promise.resolve({ result: emptyResult, next: 0 })

/** Reads runs from the ledger with their results. Rejects where the ledger does. */
export function createLoadRun(ledger: Ledger, createReader: RunTools['createReader']) {
  const followed = new Map<string, Promise<Following>>()

  /** The result so far: reads only new events; concurrent calls are serialized. */
  async function follow(row: RunRow): Promise<RunResult> {
    const { id } = row
    const after = (followed.get(id) ?? atStart)
      .catch(() => atStart)
      .then(async (before) => {
        const stored = await ledger.eventsOf(id, before.next)
        if (stored.events.length === 0) return before
        const reader = before.reader ?? (await readerFor(row, createReader))
        return { reader, result: replay(reader, before.result, stored.events), next: stored.next }
      })
    followed.set(id, after)
    return (await after).result
  }

  async function resultOf(row: RunRow, body: RunBody | undefined): Promise<RunResult> {
    if (!hasReplied(row.status)) return row.status === 'draft' ? emptyResult : await follow(row)
    followed.delete(row.id)
    const stored = readResult(body?.result)
    // Results of media routes are not read again, since not all of them is in their events.
    if (stored !== undefined && (stored.reading === currentReading || routeOf(row.endpoint)?.vocabulary !== 'response'))
      return stored
    const { events } = await ledger.eventsOf(row.id)
    const read = async () => replay(await readerFor(row, createReader), emptyResult, events)
    if (stored === undefined) return { ...(await read()), ...endOf(row, row.status) }
    return await read().then(
      (again) => readAnew(stored, again),
      () => stored,
    )
  }

  async function load({ rows, unreadable }: RowList): Promise<{ runs: readonly Run[]; unreadable: number }> {
    const bodies = await ledger.bodies(rows.map((row) => row.id))
    const runs = await Promise.all(rows.map(async (row, at) => toRun(row, bodies[at], await resultOf(row, bodies[at]))))
    return { runs, unreadable }
  }

  return {
    async one(id: string): Promise<Run | undefined> {
      const row = await ledger.get(id)
      return row && (await load({ rows: [row], unreadable: 0 })).runs[0]
    },
    /** Runs whose heads are at hand, in that order. */
    async ofRows(rows: readonly RunRow[]): Promise<readonly Run[]> {
      return (await load({ rows, unreadable: 0 })).runs
    },
    /** `onNewest` is called with the newest runs of a long thread, before the others are read. */
    async thread(id: string, onNewest: (newest: readonly Run[]) => void) {
      const { rows, unreadable } = await ledger.thread(id)
      const here = rows.filter((row) => row.deleted === undefined)
      const newest = (await load({ rows: here.slice(-newestCount), unreadable })).runs
      const older: Run[] = []
      if (here.length > newestCount) onNewest(newest)
      for (let at = 0; at < here.length - newestCount; at += atOnce) {
        const some = here.slice(at, Math.min(at + atOnce, here.length - newestCount))
        older.push(...(await load({ rows: some, unreadable })).runs)
      }
      const runs: readonly Run[] = [...older, ...newest]
      return { runs, unreadable }
    },
  }
}

/** The characters of answer and reasoning, which earlier versions did not separate. */
function saidIn(result: RunResult): number {
  const { thought, answer } = withoutThoughts(answerText(result))
  return thought.length + answer.length + reasoningText(result).length
}

/** A result of an earlier version with the outputs that the current readers find; unchanged where some of its events are missing. */
function readAnew(stored: RunResult, again: RunResult): RunResult {
  if (again.outputs.length < stored.outputs.length || saidIn(again) < saidIn(stored)) return stored
  const { outputs, sources } = again
  return { ...stored, outputs, ...(sources !== undefined && { sources }) }
}

/** The end of a run from its row, for a damaged result. */
function endOf({ reason, job, error }: RunRow, status: ReplyStatus): Pick<RunResult, 'end' | 'error'> {
  return { end: { status, ...defined({ reason, job }) }, ...defined({ error: storedError(error) }) }
}

/** The result after more stored events of a reply that may continue, polls left out. The reader must have read the events before them. */
export function replay(reader: Reader, result: RunResult, stored: readonly RawEvent[]): RunResult {
  return reduce(
    result,
    withoutPolls(stored).flatMap((raw) => reader.push(raw)),
  )
}

/** A reader for the stored events of a run; the request in `body` tells how many pictures belong to the reply. The media reader is loaded with its first use; rejects where it does not load. */
export async function readerFor(
  { endpoint }: Pick<RunRow, 'endpoint'>,
  createReader: RunTools['createReader'],
  body?: RunBody,
): Promise<Reader> {
  if (routeOf(endpoint)?.vocabulary === 'response') return await createReader()
  const { mediaReading } = await import('../client/read/media/media-reader.ts')
  return await createReader({ media: (outputs) => mediaReading(outputs, { ...body, endpoint }) })
}
