import { Columns2, X } from 'lucide-react'
import { useState } from 'react'
import type { Run } from '../../run/run.ts'
import { useActions } from '../../ui/actions.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { type Comparing, nounOf, type Picked } from './picked.ts'
import type { ResultFile } from './result-file.ts'

/** The bar below the stage while files are selected; with two or more it offers the comparison. */
export function ComparePicked({ picked }: { readonly picked: Picked }) {
  const [open, setOpen] = useState(false)
  useActions(picked.files.length > 1 ? [{ name: 'Compare selected', run: () => setOpen(true) }] : [])
  const [first] = picked.files
  if (!first) return null
  const count = picked.files.length
  const words = `${counted(count, nounOf(first.file))} selected.`
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-t bg-surface px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {count === 1 ? `${words} Select up to three more to compare.` : words}
      </p>
      {count > 1 && (
        <Button icon={<Columns2 size={16} />} onClick={() => setOpen(true)}>
          Compare
        </Button>
      )}
      <IconButton name="Clear selection" icon={<X size={16} />} onClick={picked.clear} />
      {open && count > 1 && <CompareDialog files={picked.files} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface CompareButtonProps extends ResultFile {
  readonly run: Run
  /** Left out where nothing is compared. */
  readonly comparing: Comparing | undefined
}

/** Selects a file of a result for comparison. */
export function CompareButton({ run, comparing, ...one }: CompareButtonProps) {
  if (!comparing) return null
  return (
    <ActionButton
      name={`Compare ${nounOf(one.file)} ${one.place + 1}`}
      word="Compare"
      icon={<Columns2 size={16} />}
      aria-pressed={comparing.isChosen(run, one)}
      onClick={() => comparing.flip(run, one)}
    />
  )
}
