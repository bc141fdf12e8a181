import { Columns2, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ComparePictures } from '../../../view/media/compare-pictures.tsx'
import type { MediaFile } from '../../../view/media/media-file.ts'
import { pictureName } from './picture-file.ts'
import type { Picked } from './use-picked.ts'

/** At the foot of the stage while pictures are chosen: how many are, and what to do with two. */
export function ComparePicked({ picked }: { readonly picked: Picked }) {
  const [open, setOpen] = useState(false)
  const [left, right] = picked.pictures.map(
    ({ run, picture }): MediaFile => ({ ...picture.file, name: pictureName(run, picture) }),
  )
  if (!left) return null
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-t bg-surface px-4 py-2 md:px-6">
      <p role="status" className="min-w-0 flex-1 text-xs">
        {right ? 'Two images chosen.' : 'One image chosen: choose another to compare it with.'}
      </p>
      {right && (
        <Button icon={<Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={() => setOpen(true)}>
          Compare
        </Button>
      )}
      <IconButton
        name="Compare nothing"
        icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
        onClick={picked.clear}
      />
      {open && right && <CompareDialog left={left} right={right} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface CompareDialogProps {
  readonly left: MediaFile
  readonly right: MediaFile
  readonly onClose: () => void
}

function CompareDialog({ left, right, onClose }: CompareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page, so that the focus goes back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Two images compared"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-ground p-0 text-ink open:flex"
    >
      <header className="flex shrink-0 items-center justify-between border-line border-b bg-surface py-2 pr-3 pl-5">
        <h2 className="font-semibold text-base">Two images compared</h2>
        <IconButton
          name="Close"
          icon={<X size={18} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">
        <div className="mx-auto w-fit max-w-full">
          <ComparePictures left={left} right={right} />
        </div>
      </div>
    </dialog>
  )
}
