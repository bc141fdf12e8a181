import { Undo2, X } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/button/button.tsx'
import type { Undoable } from './use-undo.ts'

interface UndoLineProps {
  readonly words: string
  /** Another value for each time that something was done. */
  readonly what: unknown
  /** Absent where there is nothing to undo. */
  readonly onUndo?: (() => void) | undefined
  readonly onDismiss: () => void
  readonly isFailed?: boolean
  /** The key of Undo, and what tells of it. */
  readonly hint?: Partial<ComponentProps<typeof Button>>
  readonly className?: string
}

/** In ms. */
const patience = 10_000

/**
 * What was done last, with the button that undoes it. It hides after ten seconds without the pointer or the focus in it; what a key undoes
 * stays undoable.
 */
export function UndoLine({ words, what, onUndo, onDismiss, isFailed = false, hint, className = '' }: UndoLineProps) {
  const box = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<unknown>()
  const canUndo = onUndo !== undefined
  useEffect(() => {
    const line = box.current
    if (!canUndo || !line) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      if (!line.matches(':hover') && !line.contains(document.activeElement)) setHidden(what)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(hide, patience)
    }
    wait()
    for (const left of ['pointerleave', 'focusout']) line.addEventListener(left, wait)
    return () => {
      clearTimeout(timer)
      for (const left of ['pointerleave', 'focusout']) line.removeEventListener(left, wait)
    }
  }, [canUndo, what])
  if (canUndo && hidden === what) return null
  return (
    <div ref={box} className={className}>
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
    </div>
  )
}

/** At the foot of a stage: an action and its undo, once it is done. */
export const UndoFoot = ({ words, of }: { readonly words: string; readonly of: Undoable }) =>
  of.isDone && (
    <UndoLine
      words={words}
      what={of.what}
      onUndo={of.undo}
      onDismiss={of.dismiss}
      className="shrink-0 border-line border-t bg-surface px-4 py-2 md:px-6"
    />
  )
