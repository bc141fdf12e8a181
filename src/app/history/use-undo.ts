import { useState } from 'react'
import type { Run } from '../run/run.ts'
import { useRuns } from '../run/use-runs.tsx'
import { lateCode, sayMissing } from '../ui/late-code.ts'

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

/** Loaded with the first deletion: the first page needs nothing of it. */
const loadActions = lateCode(async () => (await import('../run/history/run-actions.ts')).runActionsOf)

/** The undo of a stage, and the deletion of its runs, which `wordsFor` names. */
export function useStageUndo(wordsFor: (run: Run) => string = () => 'Run deleted.') {
  const runs = useRuns()
  const undo = useUndo()
  async function removeOne(run: Run): Promise<void> {
    const actionsOf = await loadActions()
    const { ids, undo: bringBack } = await actionsOf(runs).remove([run.id])
    if (ids.length > 0) undo.push({ words: wordsFor(run), undo: bringBack })
  }
  const failed = (error: unknown) =>
    undo.push({ words: sayMissing(error, 'Could not delete the run.'), isFailed: true })
  return { undo, remove: (run: Run) => void removeOne(run).catch(failed) }
}
