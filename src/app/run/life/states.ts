import { type EndStatus, endStatuses, type RunStatus } from '#contract/core/statuses.ts'

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
