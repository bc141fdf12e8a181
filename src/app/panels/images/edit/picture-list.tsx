import { ImagePlus } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { Incoming } from '../../../files/incoming.ts'
import { IncomingRow } from '../../../files/incoming-row.tsx'
import { PickFiles } from '../../../files/pick-button.tsx'
import { limits } from '../../../files/picture.ts'
import { PictureRow } from '../../../files/picture-row.tsx'
import { Button } from '../../../ui/button.tsx'
import type { EditSession } from './edit-session.ts'
import type { Removed } from './edit-state.ts'
import type { EditWork } from './edit-work.ts'

interface PictureListProps {
  readonly session: EditSession
  readonly work: EditWork
  readonly incoming: readonly Incoming[]
  readonly removed: Removed | undefined
}

/** The base and its references, in the order in which they are sent. */
export function PictureList({ session, work: { pictures }, incoming, removed }: PictureListProps) {
  const section = useRef<HTMLElement>(null)
  /** What was pressed goes with its row: the focus stays in the list. */
  const keepFocus = () => section.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  return (
    <section ref={section} aria-label="Input images" className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-medium text-sm">Images</h2>
        <span className="text-right text-faint text-xs tabular-nums">
          {pictures.length} of {limits.pictures}
          {pictures.length > 1 && ', the mask is for the first'}
        </span>
      </div>
      {pictures.length > 0 && (
        <ol aria-label="Images to send" className="grid grid-cols-1 gap-1.5">
          {pictures.map((picture, at) => (
            <PictureRow
              key={picture.id}
              picture={picture}
              at={at}
              count={pictures.length}
              onMove={(id, to) => session.move(id, to)}
              onRemove={() => session.remove(picture.id)}
            />
          ))}
        </ol>
      )}
      {incoming.length > 0 && (
        <ul aria-label="Files on their way in" className="grid grid-cols-1 gap-1.5">
          {incoming.map((one) => (
            <IncomingRow
              key={one.id}
              incoming={one}
              onDismiss={() => {
                keepFocus()
                session.dismiss(one.id)
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="flex items-center gap-2 text-soft text-xs empty:hidden">
        {removed && (
          <RemovedNote
            key={pictures.length}
            name={removed.name}
            onUndo={() => {
              keepFocus()
              session.undoRemoval()
            }}
          />
        )}
      </p>
      <PickFiles
        name="Add images"
        icon={<ImagePlus size={16} strokeWidth={1.5} aria-hidden="true" />}
        count="several"
        onFiles={(files) => void session.add(files)}
      />
    </section>
  )
}

interface RemovedNoteProps {
  readonly name: string
  readonly onUndo: () => void
}

/** The way back from a removal. It takes the focus that the removed row had. */
function RemovedNote({ name, onUndo }: RemovedNoteProps) {
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (document.activeElement === document.body) button?.focus()
  }, [])
  return (
    <>
      <span className="min-w-0 truncate">{name} removed</span>
      <Button ref={takeFocus} look="quiet" className="min-h-8! px-2.5! text-xs! coarse:min-h-11!" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}
