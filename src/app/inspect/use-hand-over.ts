import { useLocation } from 'wouter'
import { useRuns } from '../run/runs-provider.tsx'
import { type HandOver, handOverKey } from './hand-over.ts'

/** Hands pictures to the Edit tool, and goes there. */
export function useHandOver(): (files: HandOver['files'], as: HandOver['as']) => void {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (files, as) => {
    const draft = runs.openDraft(handOverKey)
    draft.write({ files, as })
    draft.close()
    navigate('/images?tab=edit')
  }
}
