import { isJob } from '#contract/core/statuses.ts'
import type { ReplyFile, ReplyHead } from '../../client/exchange.ts'
import { withJobOpen, withoutOpen } from '../../ledger/guard.ts'
import type { RunBody, RunRow } from '../../ledger/run-row.ts'
import type { RunResult } from '../result.ts'
import { factsOf, servedOf } from './progress.ts'
import { isLost, needsRuling, type Stamp } from './states.ts'

/** A reply received after the run's end. */
export interface LateReply {
  readonly head?: ReplyHead
  readonly result: RunResult
  readonly files?: readonly ReplyFile[]
  readonly output?: RunRow['output'] | undefined
}

/** The idempotency key sent to our own router; undefined for other routers, and for runs of versions that did not store it. */
export function idempotencyKeyOf(body: RunBody | undefined): string | undefined {
  return body?.sent?.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
}

/** Sets a lost run back to `receiving` with its intent held, to fetch its reply: the only step back from an end. Other rows are returned unchanged. */
export function reopened(row: RunRow, stamp: Stamp): RunRow {
  if (!needsRuling(row)) return row
  const { reason: _, error: __, usage: ___, output: ____, ...rest } = row
  return { ...rest, status: 'receiving', open: row.intent, log: [...row.log, { status: 'receiving', ...stamp }] }
}

/**
 * Replaces the end of a lost run by the one found later. Other rows are returned unchanged. A queued job keeps the intent if the row has
 * it, and is held as a job where an interrupted run has released it.
 */
export function settled(
  row: RunRow,
  { head, result, output }: LateReply,
  resolution: 'recovered' | 'given_up',
  stamp: Stamp,
): RunRow {
  if (!isLost(row) || result.end === undefined) return row
  const { status } = result.end
  const held = row.open === undefined ? withJobOpen(row) : row
  const base = isJob(status) ? held : withoutOpen(row)
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
