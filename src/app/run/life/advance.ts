import type { RunStatus } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { canFollow, isEnded } from './states.ts'

/** Wall clock in ms since 1970, and a counter that no clock change touches. */
export interface Stamp {
  readonly at: number
  readonly mono: number
}

type Facts = Partial<Pick<RunRow, 'reason' | 'times' | 'served' | 'reply' | 'usage' | 'error' | 'output'>>

/**
 * The row one step further, with the step in its log and what was learnt. The row as it was where the step is not allowed: an
 * end that is written stands. A row that is over, or back to a draft, lets go of its intent; only an `unknown` one holds it until
 * the person has ruled on it. The head of a reply stays with the row no longer than the reply goes on.
 */
export function advance(row: RunRow, status: RunStatus, stamp: Stamp, facts: Facts = {}): RunRow {
  if (!canFollow(row.status, status)) return row
  const { open, stop: _, reply: __, ...rest } = row
  const holds = status === 'unknown' || !(isEnded(status) || status === 'draft')
  return {
    ...rest,
    ...facts,
    status,
    ...(open !== undefined && holds && { open }),
    log: [...row.log, { status, ...stamp }],
  }
}
