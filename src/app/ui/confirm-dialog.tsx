import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What the button says that goes ahead. */
  readonly verb: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Asks before something is done. */
export const ConfirmDialog = ({ title, verb, onConfirm, onCancel, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    open
    onClose={onCancel}
    foot={
      <div className="flex flex-wrap justify-end gap-2">
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
