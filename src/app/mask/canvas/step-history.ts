/** What Undo and Redo do where the mask has no further step. */
export interface StepHistory {
  readonly can: (direction: 'undo' | 'redo') => boolean
  readonly go: (direction: 'undo' | 'redo') => void
}
