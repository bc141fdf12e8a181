import { useState } from 'react'
import { useRunActions } from '../run/history/run-actions.ts'
import type { Run } from '../run/run.ts'

export interface UndoStep {
  readonly words: string
  readonly isFailed?: boolean
  /** Absent where there is nothing to undo. */
  readonly undo?: () => Promise<void>
  /** The id of what it was done to, of several the first one's. */
  readonly id?: string | undefined
}

export type Undo = Pick<ReturnType<typeof useUndo>, 'last' | 'undo' | 'dismiss'>

/** The steps of a list or stage that can be undone, at most `most`; others are shown until the next one. */
export function useUndo(onUndone: (step: UndoStep) => void = () => {}, most = 100) {
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

/** The undo of a stage, and the deletion of its runs, which `wordsFor` names. */
export function useStageUndo(wordsFor: (run: Run) => string = () => 'Run deleted.') {
  const { remove } = useRunActions()
  const undo = useUndo()
  async function removeOne(run: Run): Promise<void> {
    const { ids, undo: bringBack } = await remove([run.id])
    if (ids.length > 0) undo.push({ words: wordsFor(run), undo: bringBack })
  }
  return { undo, remove: (run: Run) => void removeOne(run) }
}
