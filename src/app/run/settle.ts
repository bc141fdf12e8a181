import type { ReplyFile, ReplyHead } from '../client/exchange.ts'
import { withoutOpen } from '../ledger/guard.ts'
import type { RunRow } from '../ledger/run-row.ts'
import type { Stamp } from './advance.ts'
import { factsOf, servedOf } from './progress.ts'
import type { RunResult } from './result.ts'

/** What is learnt of a run after its end. */
export interface LateReply {
  readonly head?: ReplyHead
  readonly result: RunResult
  readonly files?: readonly ReplyFile[]
  readonly output?: RunRow['output'] | undefined
}

/** A run whose reply, or the rest of it, may still be somewhere, and on which nobody has ruled yet. */
export function isLost({ status, resolution }: RunRow): boolean {
  return resolution === undefined && (status === 'unknown' || status === 'interrupted')
}

/** The row of a lost run with the end that it turned out to have: the only step past an end. Every other row stays as it is. */
export function settled(
  row: RunRow,
  { head, result, output }: LateReply,
  resolution: 'recovered' | 'given_up',
  stamp: Stamp,
): RunRow {
  if (!isLost(row) || result.end === undefined) return row
  const { reason: _, error: __, usage: ___, output: ____, ...rest } = withoutOpen(row)
  const { status } = result.end
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
