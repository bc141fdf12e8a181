import { useLocation } from 'wouter'
import { useRuns } from '../run/use-runs.tsx'
import { handOverKeys } from './hand-over-keys.ts'

/** Opens an edit again where it was made, with its files, its mask and its settings. What stands there is laid aside. */
export function useEditAgain(): (run: string) => void {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (run) => {
    const draft = runs.openDraft(handOverKeys.edit)
    draft.write({ run })
    draft.close()
    navigate('/images?tab=edit')
  }
}
