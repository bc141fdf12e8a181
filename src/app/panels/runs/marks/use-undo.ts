import { useState } from 'react'

/** What was done to some runs. */
export interface UndoStep {
  /** Says what was done, or why not. */
  readonly words: string
  /** Absent where there is nothing to undo. */
  readonly undo?: () => Promise<void>
  /** The run that stands first among them. */
  readonly run?: string | undefined
}

/** More steps back than anybody remembers. */
const most = 100

/** What was done last, and the way back, step by step. */
export function useUndo(onUndone: (step: UndoStep) => void) {
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
      if (last?.undo) void undo(last).catch(() => setSteps([{ words: 'It could not be undone.' }]))
    },
    dismiss: () => setSteps([]),
  }
}
