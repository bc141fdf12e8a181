import type { ReplyHead } from '../client/exchange.ts'
import type { RunEvent } from '../client/read/run-event.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { advance, type Stamp } from './advance.ts'
import type { RunResult } from './result.ts'

type Times = NonNullable<RunRow['times']>

/**
 * The row after the head of the reply. Only a 2xx makes it `receiving`: whatever else the router says, it has not begun to
 * answer.
 */
export function withHead(row: RunRow, head: ReplyHead, stamp: Stamp): RunRow {
  const { status, requestId, model, provider, attempts } = head
  const served = {
    status,
    ...(requestId !== undefined && { requestId }),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(attempts !== undefined && { attempts }),
  }
  const facts = { served, times: { ...row.times, headers: head.at } }
  return isSuccess(head) ? advance(row, 'receiving', stamp, facts) : { ...row, ...facts }
}

/** The router has taken the request and begins to answer. */
export function isSuccess(head: ReplyHead): boolean {
  return head.status >= 200 && head.status < 300
}

/** The times after a chunk of events that came `ms` after the send. */
export function withChunk(times: Times, events: readonly RunEvent[], ms: number): Times {
  const firstByte = times.firstByte ?? ms
  const firstToken = times.firstToken ?? (events.some((event) => 'output' in event) ? ms : undefined)
  return { ...times, firstByte, ...(firstToken !== undefined && { firstToken }) }
}

/** A result that got no end from its reply. With nothing received nobody knows whether it was served. */
export function withoutEnd(result: RunResult): RunResult {
  const nothing = result.outputs.length === 0 && result.response.id === undefined
  return { ...result, end: { status: nothing ? 'unknown' : 'interrupted' } }
}

/** The row after the end of its result. */
export function withEnd(row: RunRow, result: RunResult, stamp: Stamp, times?: Times): RunRow {
  const { end, usage, error } = result
  if (end === undefined) return row
  return advance(row, end.status, stamp, {
    ...(end.reason !== undefined && { reason: end.reason }),
    ...(usage !== undefined && { usage: { ...usage } }),
    ...(error !== undefined && { error }),
    ...(times !== undefined && { times }),
  })
}
