import type { Chunk, ReplyFile, ReplyHead } from '../../client/exchange.ts'
import type { Ending } from '../../ledger/ledger.ts'
import type { Asset, RunRow, StoredReply } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'
import { advance, type Stamp } from './states.ts'

export type Times = NonNullable<RunRow['times']>
type EventChunk = Extract<Chunk, { readonly kind: 'events' }>

/**
 * The row after the head of the reply. Only a 2xx makes it `receiving`: whatever else the router says, it has not begun to
 * answer.
 */
export function withHead(row: RunRow, head: ReplyHead, stamp: Stamp): RunRow {
  const told = { served: servedOf(head), reply: replyOf(head) }
  // A reply that is read once more from the router that kept it: its time is that of the first reading, if there was one.
  if (row.status === 'receiving' && isSuccess(head)) return { ...row, ...told }
  const facts = { ...told, times: { ...row.times, headers: head.at } }
  return isSuccess(head) ? advance(row, 'receiving', stamp, facts) : { ...row, ...facts }
}

/** What the head says of the request, for a row. */
export function servedOf({ status, requestId, model, provider, attempts }: ReplyHead): NonNullable<RunRow['served']> {
  return {
    status,
    ...(requestId !== undefined && { requestId }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(attempts !== undefined && { attempts }),
  }
}

/** The router has taken the request and begins to answer. */
export function isSuccess(head: ReplyHead): boolean {
  return head.status >= 200 && head.status < 300
}

/**
 * The times after a chunk of events that came `ms` after the send. Events without anything raw are the client's own ending: no
 * byte came for them.
 */
export function withChunk(times: Times, { raw, events }: Omit<EventChunk, 'kind'>, ms: number): Times {
  if (raw.length === 0 && events.length > 0) return times
  const firstByte = times.firstByte ?? ms
  if (!events.some((event) => 'output' in event)) return { ...times, firstByte }
  return { ...times, firstByte, firstToken: times.firstToken ?? ms, lastToken: ms }
}

/** A result whose reply ended without telling how: `unknown` where nothing came, since the request may have been served. */
export function withoutEnd(result: RunResult): RunResult {
  const nothing = result.outputs.length === 0 && result.response.id === undefined
  return { ...result, end: { status: nothing ? 'unknown' : 'interrupted' } }
}

/** What a result says of its run, for a row. */
export function factsOf({ end, usage, error }: RunResult): Pick<RunRow, 'reason' | 'job' | 'usage' | 'error'> {
  return {
    ...(end?.reason !== undefined && { reason: end.reason }),
    ...(end?.job !== undefined && { job: end.job }),
    ...(usage !== undefined && { usage: { ...usage } }),
    ...(error !== undefined && { error }),
  }
}

/** The row after the end of its result; `learnt` is what the result itself does not say. */
export function withEnd(
  row: RunRow,
  result: RunResult,
  stamp: Stamp,
  learnt: { readonly times?: Times; readonly output?: RunRow['output'] | undefined } = {},
): RunRow {
  if (result.end === undefined) return row
  const { output, ...times } = learnt
  const facts = { ...factsOf(result), ...times, ...(output !== undefined && { output }) }
  return advance(row, result.end.status, stamp, facts)
}

/** What the ledger keeps of an ending: the result, and the head of the reply where it is known. */
export function endingOf(result: RunResult, head?: ReplyHead): Ending {
  return { result, ...(head !== undefined && { reply: replyOf(head) }) }
}

/** What the ledger keeps of the head of a reply. */
function replyOf({ status, headers }: ReplyHead): StoredReply {
  return { status, headers: Object.entries(headers) }
}

/** The media of a run with what has come since, each file once. */
export function withFiles(
  assets: readonly Asset[],
  files: readonly ReplyFile[],
  { run, newId }: { readonly run: string; readonly newId: () => string },
): readonly Asset[] {
  const known = new Set(assets.map(({ sha256 }) => sha256))
  const fresh = files.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  return [
    ...assets,
    ...fresh.map(
      ({ sha256, type, blob }): Asset => ({ id: newId(), run, role: 'output', type, size: blob.size, sha256, blob }),
    ),
  ]
}
