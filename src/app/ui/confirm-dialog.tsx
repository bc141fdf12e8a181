import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What the button says that goes ahead. */
  readonly verb: string
  /** Why it could not be done. */
  readonly problem?: string | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Asks before something is done. */
export const ConfirmDialog = ({ title, verb, problem, onConfirm, onCancel, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    open
    onClose={onCancel}
    foot={
      <div className="flex flex-wrap items-center justify-end gap-2">
        {problem && (
          <p role="alert" className="min-w-0 flex-1 text-danger text-xs">
            {problem}
          </p>
        )}
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    }
  >
    {children}
  </Dialog>
)
