import type { EndStatus } from '../../client/read/run-event.ts'
import { type RunStatus, runStatuses } from '../../ledger/run-row.ts'

/** Every status there is, for whoever reads a run that was made elsewhere. */
export const statuses: readonly RunStatus[] = runStatuses

const ends = [
  'completed',
  'incomplete',
  'failed',
  'unconfirmed',
  'interrupted',
  'stopped',
  'refused',
  'unknown',
] as const satisfies readonly EndStatus[]

/** Every allowed step of a run. `prepared` may fall back to `draft`, for nothing was sent; an end is for ever. */
const steps: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  draft: ['prepared'],
  prepared: ['sending', 'draft'],
  sending: ['receiving', ...ends],
  receiving: ends,
  completed: [],
  incomplete: [],
  failed: [],
  unconfirmed: [],
  interrupted: [],
  stopped: [],
  refused: [],
  unknown: [],
}

/** Whether a run may step from one status to the other. */
export function canFollow(from: RunStatus, to: RunStatus): boolean {
  return steps[from].includes(to)
}

/** On its way: some page carries it, or did until it was killed. */
export function isOpen(status: RunStatus): boolean {
  return status === 'prepared' || status === 'sending' || status === 'receiving'
}

/** Over, one way or the other. A draft is neither open nor ended. */
export function isEnded(status: RunStatus): status is EndStatus {
  return steps[status].length === 0
}
