import { useState } from 'react'
import { type RunChange, useRunActions } from '../run/history/run-actions.ts'
import type { Run } from '../run/run.ts'

export interface UndoStep {
  readonly words: string
  readonly isFailed?: boolean
  /** Absent where there is nothing to undo. */
  readonly undo?: () => Promise<void>
  /** The id of what it was done to, of several the first one's. */
  readonly id?: string | undefined
}

/** The steps of a list that can be undone, at most `most`; others are shown until the next one. */
export function useUndo(onUndone: (step: UndoStep) => void, most = 100) {
  const [steps, setSteps] = useState<readonly UndoStep[]>([])
  const last = steps.at(-1)

  async function undo(step: UndoStep): Promise<void> {
    await step.undo?.()
    setSteps((all) => all.filter((one) => one !== step))
    onUndone(step)
  }

  return {
    last,
    push: (step: UndoStep) => setSteps((all) => [...all.filter((one) => one.undo), step].slice(-most)),
    undo() {
      if (last?.undo) void undo(last).catch(() => setSteps([{ words: 'Could not undo.', isFailed: true }]))
    },
    dismiss: () => setSteps([]),
  }
}

/** An action that can be undone until it is dismissed or done again. */
export interface Undoable {
  readonly isDone: boolean
  /** Another object for each time it is done. */
  readonly what: unknown
  readonly undo: () => void
  readonly dismiss: () => void
}

export interface Removing extends Undoable {
  readonly remove: (run: Run) => void
  readonly run: Run | undefined
}

/** Deletes runs of a stage; the last deletion can be undone. */
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
