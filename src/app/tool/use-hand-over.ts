import { useLocation } from 'wouter'
import { useRuns } from '../run/use-runs.tsx'
import type { HandOver } from './hand-over.ts'
import { handOverKeys } from './hand-over-keys.ts'

/** Where pictures go: into the Edit tool, as its base or beside it, or to the message that is being written. */
export type Destination = HandOver['as'] | 'chat'

/** Hands pictures to a tool, and goes there. What is typed there stays. */
export function useHandOver(): (files: HandOver['files'], to: Destination) => void {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (files, to) => {
    const draft = runs.openDraft(handOverKeys[to === 'chat' ? 'chat' : 'edit'])
    draft.write({ files, ...(to !== 'chat' && { as: to }) })
    draft.close()
    navigate(to === 'chat' ? '/chat' : '/images?tab=edit')
  }
}
