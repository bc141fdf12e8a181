import { useState } from 'react'
import type { Removal } from '../../run/history/run-actions.ts'
import { useRunActions } from '../../run/history/use-run-actions.ts'

/** Deletes runs and brings the last ones back. `removal` is what was deleted last, until it is undone or dismissed. */
export function useRemoval(onRemoved: (asked: readonly string[], gone: readonly string[]) => void) {
  const actions = useRunActions()
  const [removal, setRemoval] = useState<Removal>()
  async function remove(ids: readonly string[]): Promise<void> {
    const done = await actions.remove(ids)
    setRemoval(done)
    onRemoved(ids, done.ids)
  }
  return {
    removal,
    remove: (ids: readonly string[]) => void remove(ids),
    undo: () => void removal?.undo().then(() => setRemoval(undefined)),
    dismiss: () => setRemoval(undefined),
  }
}
