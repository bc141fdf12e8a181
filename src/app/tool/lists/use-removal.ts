import { useState } from 'react'
import { type RunChange, useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import type { Undoable } from './undo-line.tsx'

export interface Removing extends Undoable {
  readonly remove: (run: Run) => void
  /** The deleted run, as it was. */
  readonly run: Run | undefined
}

/** Deletes runs; the last deletion can be undone. */
export function useRemoval(): Removing {
  const { remove } = useRunActions()
  const [removed, setRemoved] = useState<{ readonly run: Run; readonly change: RunChange }>()
  return {
    remove: (run) => void remove([run.id]).then((change) => setRemoved({ run, change })),
    run: removed?.run,
    what: removed,
    isDone: removed !== undefined && removed.change.ids.length > 0,
    undo() {
      void removed?.change.undo()
      setRemoved(undefined)
    },
    dismiss: () => setRemoved(undefined),
  }
}
