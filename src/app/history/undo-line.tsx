import { Undo2, X } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/button/button.tsx'
import type { Undo } from './use-undo.ts'

interface UndoLineProps {
  readonly of: Undo
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
export function UndoLine({ of: { last, undo, dismiss }, hint, className = '' }: UndoLineProps) {
  const box = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<unknown>()
  const canUndo = last?.undo !== undefined
  useEffect(() => {
    const line = box.current
    if (!canUndo || !line) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      if (!line.matches(':hover') && !line.contains(document.activeElement)) setHidden(last)
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
  }, [canUndo, last])
  if (!last || (canUndo && hidden === last)) return null
  return (
    <div ref={box} className={className}>
      <div className="flex items-center gap-2">
        <p
          role={last.isFailed ? 'alert' : 'status'}
          className={`wrap-anywhere min-w-0 flex-1 text-xs ${last.isFailed ? 'text-danger' : ''}`}
        >
          {last.words}
        </p>
        {canUndo && (
          <Button icon={<Undo2 size={16} />} onClick={undo} {...hint}>
            Undo
          </Button>
        )}
        <IconButton name="Dismiss" icon={<X size={16} />} onClick={dismiss} />
      </div>
    </div>
  )
}

/** At the foot of a stage. */
export const UndoFoot = ({ of }: { readonly of: Undo }) => (
  <UndoLine of={of} className="shrink-0 border-line border-t bg-surface px-4 py-2 md:px-6" />
)
