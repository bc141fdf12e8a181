import { Columns2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Run } from '../../run/run.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import type { Comparing } from './run-pictures.tsx'
import type { Drawn } from './slots.ts'

/** The bar below the stage while pictures are selected; with two or more it offers the comparison. */
export function ComparePicked({ picked }: { readonly picked: Picked }) {
  const [open, setOpen] = useState(false)
  const count = picked.pictures.length
  if (count === 0) return null
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-t bg-surface px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {count === 1 ? '1 image selected. Select up to three more to compare.' : `${count} images selected.`}
      </p>
      {count > 1 && (
        <Button icon={<Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Compare
        </Button>
      )}
      <IconButton
        name="Clear selection"
        icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
        onClick={picked.clear}
      />
      {open && count > 1 && <CompareDialog pictures={picked.pictures} onClose={() => setOpen(false)} />}
    </div>
  )
}

export interface PickedPicture {
  readonly run: Run
  readonly picture: Drawn
}

export interface Picked extends Comparing {
  /** In order of selection. */
  readonly pictures: readonly PickedPicture[]
  readonly clear: () => void
}

/** Maximum of pictures side by side; more would be too small. */
const most = 4

const isSame = (one: PickedPicture, run: Run, picture: Drawn) =>
  one.run.id === run.id && one.picture.place === picture.place

/** The selected pictures. A fifth replaces the first. The object's identity changes only with the selection. */
export function usePicked(): Picked {
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([])
  return useMemo(
    () => ({
      pictures,
      clear: () => setPictures([]),
      isChosen: (run, picture) => pictures.some((one) => isSame(one, run, picture)),
      flip: (run, picture) =>
        setPictures((before) => {
          const others = before.filter((one) => !isSame(one, run, picture))
          return others.length < before.length ? others : [...others, { run, picture }].slice(-most)
        }),
    }),
    [pictures],
  )
}
