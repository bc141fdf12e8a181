import { type EndStatus, endStatuses, type RunStatus } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'

const ends: ReadonlySet<RunStatus> = new Set(endStatuses)

/** Every allowed step of a run that has not ended. `prepared` may fall back to `draft`, since nothing was sent. */
const steps: Readonly<Record<Exclude<RunStatus, EndStatus>, readonly RunStatus[]>> = {
  draft: ['prepared'],
  prepared: ['sending', 'draft'],
  sending: ['receiving', ...endStatuses],
  receiving: endStatuses,
}

/** Whether a run may step from one status to the other. An end is final. */
export function canFollow(from: RunStatus, to: RunStatus): boolean {
  return !isEnded(from) && steps[from].includes(to)
}

/** On its way: some page carries it, or did until it was killed. */
export function isOpen(status: RunStatus): boolean {
  return status !== 'draft' && !isEnded(status)
}

/** Over, one way or the other. A draft is neither open nor ended. */
export function isEnded(status: RunStatus): status is EndStatus {
  return ends.has(status)
}

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
