import { Columns2, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import type { Picked } from './use-picked.ts'

/** At the foot of the stage while pictures are chosen: how many are, and what to do with two or more. */
export function ComparePicked({ picked }: { readonly picked: Picked }) {
  const [open, setOpen] = useState(false)
  const count = picked.pictures.length
  if (count === 0) return null
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-t bg-surface px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {count === 1 ? 'One image chosen: choose up to three more to compare it with.' : `${count} images chosen.`}
      </p>
      {count > 1 && (
        <Button icon={<Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Compare
        </Button>
      )}
      <IconButton
        name="Compare nothing"
        icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
        onClick={picked.clear}
      />
      {open && count > 1 && <CompareDialog pictures={picked.pictures} onClose={() => setOpen(false)} />}
    </div>
  )
}
