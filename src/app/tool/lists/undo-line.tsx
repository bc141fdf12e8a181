import { Undo2, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button, IconButton } from '../../ui/button/button.tsx'

/** An action that can be undone until it is dismissed or done again. */
export interface Undoable {
  readonly isDone: boolean
  readonly undo: () => void
  readonly dismiss: () => void
}

interface UndoLineProps {
  /** What was done last, or why it was not. */
  readonly words: string
  /** Absent where there is nothing to undo. */
  readonly onUndo?: (() => void) | undefined
  readonly onDismiss: () => void
  readonly isFailed?: boolean
  /** The key of Undo, and what tells of it. */
  readonly hint?: Partial<ComponentProps<typeof Button>>
}

/** What was done last, with the button that undoes it. */
export const UndoLine = ({ words, onUndo, onDismiss, isFailed = false, hint }: UndoLineProps) => (
  <div className="flex items-center gap-2">
    <p
      role={isFailed ? 'alert' : 'status'}
      className={`wrap-anywhere min-w-0 flex-1 text-xs ${isFailed ? 'text-danger' : ''}`}
    >
      {words}
    </p>
    {onUndo && (
      <Button icon={<Undo2 size={16} />} onClick={onUndo} {...hint}>
        Undo
      </Button>
    )}
    <IconButton name="Dismiss" icon={<X size={16} />} onClick={onDismiss} />
  </div>
)

/** At the foot of a stage: an action and its undo, once it is done. */
export function UndoFoot({ words, of: { isDone, undo, dismiss } }: { readonly words: string; readonly of: Undoable }) {
  if (!isDone) return null
  return (
    <div className="shrink-0 border-line border-t bg-surface px-4 py-2 md:px-6">
      <UndoLine words={words} onUndo={undo} onDismiss={dismiss} />
    </div>
  )
}
