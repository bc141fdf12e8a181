import { defined } from '#contract/core/loose-json.ts'
import type { Chunk, ReplyFile, ReplyHead } from '../../client/exchange.ts'
import type { Ending } from '../../ledger/ledger.ts'
import type { Asset, RunRow, StoredReply } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'
import { advance, type Stamp } from './states.ts'

export type Times = NonNullable<RunRow['times']>
type EventChunk = Extract<Chunk, { readonly kind: 'events' }>

/** The row after the reply's head. Only a 2xx makes it `receiving`; other statuses carry no answer. */
export function withHead(row: RunRow, head: ReplyHead, stamp: Stamp): RunRow {
  const told = { served: servedOf(head), reply: replyOf(head) }
  // For a reply that is fetched again, the time of the first reading is kept, if there was one.
  if (row.status === 'receiving' && isSuccess(head)) return { ...row, ...told }
  const facts = { ...told, times: { ...row.times, headers: head.at } }
  return isSuccess(head) ? advance(row, 'receiving', stamp, facts) : { ...row, ...facts }
}

/** The row's `served` from the headers of the reply. */
export function servedOf({ status, requestId, model, provider, attempts }: ReplyHead): NonNullable<RunRow['served']> {
  return { status, ...defined({ requestId, model, provider, attempts }) }
}

/** Whether the status is 2xx: the router has accepted the request. */
export function isSuccess(head: ReplyHead): boolean {
  return head.status >= 200 && head.status < 300
}

/** Updates the times with a chunk that came `ms` after the send. Events without raw data were made by the client, so no byte came for them. */
export function withChunk(before: Times, chunk: Omit<EventChunk, 'kind'>, ms: number): Times {
  const { raw, events, firstSound } = chunk
  if (raw.length === 0 && events.length > 0) return before
  const times = firstSound === undefined ? before : { ...before, firstSound }
  const firstByte = times.firstByte ?? ms
  if (!events.some((event) => 'output' in event)) return { ...times, firstByte }
  const hasReasoning = events.some(({ kind }) => kind === 'reasoning-delta' || kind === 'reasoning')
  return {
    ...{ ...times, firstByte, firstToken: times.firstToken ?? ms, lastToken: ms },
    ...(hasReasoning && { reasoning: ms }),
  }
}

/** The result of a reply without an end event: `unknown` where nothing came, since the request may have been served. */
export function withoutEnd(result: RunResult): RunResult {
  const nothing = result.outputs.length === 0 && result.response.id === undefined
  return { ...result, end: { status: nothing ? 'unknown' : 'interrupted' } }
}

/** The fields of a row that derive from the result. */
export function factsOf({ end, usage, error }: RunResult): Pick<RunRow, 'reason' | 'job' | 'usage' | 'error'> {
  return defined({ reason: end?.reason, job: end?.job, usage: usage && { ...usage }, error })
}

/** The row after the end of its result; `learnt` holds facts that are not part of the result. */
export function withEnd(
  row: RunRow,
  result: RunResult,
  stamp: Stamp,
  learnt: { readonly times?: Times | undefined; readonly output?: RunRow['output'] | undefined } = {},
): RunRow {
  if (result.end === undefined) return row
  return advance(row, result.end.status, stamp, { ...factsOf(result), ...defined(learnt) })
}

/** The ending that the ledger stores: the result, and the head of the reply where known. */
export function endingOf(result: RunResult, head?: ReplyHead): Ending {
  return { result, ...(head !== undefined && { reply: replyOf(head) }) }
}

/** The head of a reply as the ledger stores it. */
function replyOf({ status, headers }: ReplyHead): StoredReply {
  return { status, headers: Object.entries(headers) }
}

/** Appends new files to the run's media, without duplicates. */
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
