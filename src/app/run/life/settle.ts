import type { ReplyFile, ReplyHead } from '../../client/exchange.ts'
import { withoutOpen } from '../../ledger/guard.ts'
import type { RunBody, RunRow } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'
import { factsOf, servedOf } from './progress.ts'
import { isEnded, type Stamp } from './states.ts'

/** What is learnt of a run after its end. */
export interface LateReply {
  readonly head?: ReplyHead
  readonly result: RunResult
  readonly files?: readonly ReplyFile[]
  readonly output?: RunRow['output'] | undefined
}

/** A run whose reply, or the rest of it, may still be somewhere, and on which nobody has ruled yet. */
export function isLost({ status, resolution }: Pick<RunRow, 'status' | 'resolution'>): boolean {
  return resolution === undefined && (status === 'unknown' || status === 'interrupted')
}

/** A lost run of this browser: what came in from elsewhere is nobody's bill here, and no ruling changes it. */
export function needsRuling(row: RunRow): boolean {
  return isLost(row) && row.intent !== ''
}

/** Under which key the request went to our own router; undefined where it went elsewhere, or an earlier version did not note it. */
export function idempotencyKeyOf(body: RunBody | undefined): string | undefined {
  return body?.sent?.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
}

/**
 * The row of a lost run whose reply comes after all: it is on its way again, and holds its intent. The one step back from an end. Every
 * other row stays as it is.
 */
export function reopened(row: RunRow, stamp: Stamp): RunRow {
  if (!needsRuling(row)) return row
  const { reason: _, error: __, usage: ___, output: ____, ...rest } = row
  return { ...rest, status: 'receiving', open: row.intent, log: [...row.log, { status: 'receiving', ...stamp }] }
}

/** The row of a run whose reply was fetched from the router: unless it broke off again, there is nothing more to be had. */
export function fetched(row: RunRow): RunRow {
  return isEnded(row.status) && !isLost(row) ? { ...row, resolution: 'recovered' } : row
}

/**
 * The row of a lost run with the end that it turned out to have: the only step past an end. Every other row stays as it is. A job keeps
 * the intent where the row still has it.
 */
export function settled(
  row: RunRow,
  { head, result, output }: LateReply,
  resolution: 'recovered' | 'given_up',
  stamp: Stamp,
): RunRow {
  if (!isLost(row) || result.end === undefined) return row
  const { status } = result.end
  const base = status === 'queued' ? row : withoutOpen(row)
  const { reason: _, error: __, usage: ___, output: ____, ...rest } = base
  return {
    ...rest,
    ...factsOf(result),
    ...(head !== undefined && { served: servedOf(head) }),
    ...(output !== undefined && { output }),
    status,
    resolution,
    log: [...row.log, { status, ...stamp }],
  }
}
