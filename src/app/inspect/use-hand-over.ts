import { useLocation } from 'wouter'
import { useRuns } from '../run/runs-provider.tsx'

/** Where the Edit tool finds pictures that another part of the app hands to it. */
const key = 'images.edit.hand-over'

/** Hands pictures to the Edit tool, and goes there. */
export function useHandOver() {
  const runs = useRuns()
  const [, navigate] = useLocation()
  return (files: readonly { readonly name: string; readonly blob: Blob }[], as: 'base' | 'reference') => {
    const draft = runs.openDraft(key)
    draft.write({ files, as })
    draft.close()
    navigate('/images?tab=edit')
  }
}
