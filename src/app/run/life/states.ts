import {
  type EndStatus,
  endStatuses,
  isJob,
  type ReplyStatus,
  type RunStatus,
  replyStatuses,
} from '#contract/core/statuses.ts'
import { withoutOpen } from '../../ledger/admit-run.ts'
import type { RunRow } from '../../ledger/run-row.ts'

const ends: ReadonlySet<RunStatus> = new Set(endStatuses)

/**
 * Every allowed step of a run that has not ended. `prepared` may fall back to `draft`, since nothing was sent; a job may go back from
 * `running` to `queued`, as its router says.
 */
const steps: Readonly<Record<Exclude<RunStatus, EndStatus>, readonly RunStatus[]>> = {
  draft: ['prepared'],
  prepared: ['sending', 'draft'],
  sending: ['receiving', ...replyStatuses],
  receiving: replyStatuses,
  queued: ['running', ...endStatuses],
  running: ['queued', ...endStatuses],
}

/** Whether a run may step from one status to the other. An end is final. */
export function canFollow(from: RunStatus, to: RunStatus): boolean {
  return !isEnded(from) && steps[from].includes(to)
}

/** Prepared, sending or receiving: a page holds its connection, or did until it was killed. */
export function isOpen(status: RunStatus): boolean {
  return status !== 'draft' && !hasReplied(status)
}

/** Its reply has ended and is stored: the run is over, or a job, with no connection and no page behind it. */
export function hasReplied(status: RunStatus): status is ReplyStatus {
  return isJob(status) || isEnded(status)
}

const failures = ['failed', 'refused', 'interrupted', 'unknown'] as const satisfies readonly EndStatus[]

/** Over without the whole reply, or any; `stopped` and `incomplete` are no failures. */
export function hasFailed(status: RunStatus): status is (typeof failures)[number] {
  return failures.some((one) => one === status)
}

/** The reason of a refused run whose router has proved that it never had the request, and bars it. */
export const neverArrived = 'never reached the router'

/** Over for good. A draft and a job are neither open nor ended. */
export function isEnded(status: RunStatus): status is EndStatus {
  return ends.has(status)
}

/** Ended without a complete reply (`unknown` or `interrupted`) and without a resolution. */
export function isLost({ status, resolution }: Pick<RunRow, 'status' | 'resolution'>): boolean {
  return resolution === undefined && (status === 'unknown' || status === 'interrupted')
}

/** A lost run of this browser. Imported runs have no intent and need no resolution. */
export function needsRuling(row: RunRow): boolean {
  return isLost(row) && row.intent !== ''
}

/** The row as a draft again, of a press that failed before its request was made: only the page that pressed can know. */
export function notSent(row: RunRow, stamp: Stamp): RunRow {
  if (row.status !== 'sending') return row
  return { ...withoutOpen(row), status: 'draft', log: [...row.log, { status: 'draft', ...stamp }] }
}

/** Wall clock in ms since 1970, and a counter that no clock change touches. */
export interface Stamp {
  readonly at: number
  readonly mono: number
}

type Facts = Partial<Pick<RunRow, 'reason' | 'job' | 'times' | 'served' | 'reply' | 'usage' | 'error' | 'output'>>

/**
 * The row after one status step, with the step appended to its log and `facts` merged in; the same object where the step is not
 * allowed, so that a stored end is final. The intent (`open`) is released with an end or on the way back to `draft`; kept by
 * `unknown` until the person has ruled on it, and by a job until it has ended. `reply`, the head of the reply, is dropped with
 * each step, since it is stored with the body when the reply ends.
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
