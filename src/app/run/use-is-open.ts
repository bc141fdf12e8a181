import type { Run } from './run.ts'
import { isOpen } from './states.ts'
import { useLostState } from './use-lost-state.ts'

/**
 * Whether more of a run may come without a press: it is on its way, or was lost and its router is being asked. It looks the same for
 * both, so that a reply that is followed again after a reload neither moves nor is drawn anew.
 */
export function useIsOpen(run: Run): boolean {
  const isAsking = useLostState(run) === 'asking'
  return isAsking || isOpen(run.status)
}
