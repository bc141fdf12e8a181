import { useRuns } from '../../../run/runs-provider.tsx'
import { useToolPlace } from '../use-tool-place.ts'

/** Where the Edit tool finds pictures that another tool hands to it. */
const key = 'images.edit.hand-over'

/** Hands pictures to the Edit tool, and goes there. */
export function useHandOver() {
  const runs = useRuns()
  const { goTo } = useToolPlace()
  return (files: readonly { readonly name: string; readonly blob: Blob }[], as: 'base' | 'reference') => {
    const draft = runs.openDraft(key)
    draft.write({ files, as })
    draft.close()
    goTo('edit')
  }
}
