import type { RunRow } from '../ledger/run-row.ts'
import { isEnded } from './life/states.ts'

/**
 * How long a run took, in ms: from the send to the end of its reply. For a job from its creation to its completion, as its router says, else
 * from the send to its end in this browser, which may have been closed in between. Undefined for a job that is still worked on, and where
 * nothing was recorded.
 */
export function timeTaken(row: Pick<RunRow, 'status' | 'job' | 'log' | 'times' | 'jobState'>): number | undefined {
  const { status, job, log, times, jobState } = row
  if (job === undefined) return times?.end
  const { createdAt, completedAt } = jobState ?? {}
  if (createdAt !== undefined && completedAt !== undefined && completedAt >= createdAt) return completedAt - createdAt
  if (!isEnded(status)) return undefined
  const sent = log.find((step) => step.status === 'sending') ?? log[0]
  const end = log.at(-1)
  return sent === undefined || end === undefined ? times?.end : Math.max(0, end.at - sent.at)
}
