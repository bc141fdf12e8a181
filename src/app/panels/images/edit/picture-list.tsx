import { ArrowDown, ArrowUp, ImagePlus, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { editImages } from '#contract/images/images.ts'
import { PickFiles } from '../../../files/drop-place.tsx'
import type { TrayPicture } from '../../../files/read-file.ts'
import { FileRow, Tray } from '../../../files/tray.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import type { EditSession, EditState } from './edit-session.ts'
import { type RowDrag, rowMark } from './use-row-drag.ts'

interface PictureListProps {
  readonly session: EditSession
  readonly state: EditState
  readonly drag: RowDrag
}

export function PictureList({ session, state, drag }: PictureListProps) {
  const { pictures, incoming, removed } = state
  const section = useRef<HTMLElement>(null)
  /** A pressed button that is removed with its row would leave the focus on the page: it stays in the list. */
  const keepFocus = () => section.current?.querySelector<HTMLElement>(':scope > button')?.focus()
  return (
    <Tray
      ref={section}
      aria-label="Input images"
      className="grid grid-cols-1 gap-2"
      head={
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="font-medium text-sm">Images</h2>
          <span className="text-right text-faint text-xs tabular-nums">
            {pictures.length} of {editImages.most}
            {pictures.length > 1 && '; the mask applies to the first'}
          </span>
        </div>
      }
      list="Images to send"
      files={pictures}
      row={(picture, at) => (
        <PictureRow
          key={picture.id}
          picture={picture}
          at={at}
          count={pictures.length}
          drag={drag}
          onMove={(id, to) => session.move(id, to)}
          onRemove={() => session.remove(picture.id)}
        />
      )}
      incoming={incoming}
      onDismiss={(id) => {
        keepFocus()
        session.dismiss(id)
      }}
    >
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
        icon={<ImagePlus size={16} />}
        accepts={editImages.accepts}
        count="several"
        onFiles={(files) => void session.add(files)}
      />
    </Tray>
  )
}

interface PictureRowProps {
  readonly picture: TrayPicture
  readonly at: number
  readonly count: number
  readonly drag: RowDrag
  readonly onMove: (id: string, to: number) => void
  readonly onRemove: () => void
}

function PictureRow({ picture, at, count, drag: { dragged, onPointerDown }, onMove, onRemove }: PictureRowProps) {
  const { id, name } = picture
  const isTarget = dragged?.target.kind === 'row' && dragged.target.at === at && dragged.picture.id !== id
  const turned = `Rotated upright by its EXIF data${at === 0 ? '; with a mask, sent as an upright PNG' : ''}.`
  return (
    <FileRow
      file={picture}
      badge={
        at === 0 &&
        count > 1 && (
          <span className="shrink-0 rounded-full border border-cable/50 px-1.5 text-2xs text-cable">base</span>
        )
      }
      note={picture.stands === 'turned' ? turned : undefined}
      {...{ [rowMark]: at }}
      onPointerDown={(event) => count > 1 && onPointerDown(event, picture)}
      className={`flex-wrap rounded-md border bg-surface p-2 ${isTarget ? 'border-cable' : 'border-line'} ${dragged?.picture.id === id ? 'opacity-45' : ''} ${count > 1 ? 'cursor-grab select-none *:first:touch-none' : ''}`}
    >
      <div className="ml-auto flex shrink-0 *:aria-disabled:opacity-45">
        {count > 1 && (
          <>
            <IconButton
              name={`Move ${name} up`}
              className="w-6! coarse:w-11!"
              icon={<ArrowUp size={16} />}
              aria-disabled={at === 0 || undefined}
              onClick={() => at > 0 && onMove(id, at - 1)}
            />
            <IconButton
              name={`Move ${name} down`}
              className="w-6! coarse:w-11!"
              icon={<ArrowDown size={16} />}
              aria-disabled={at === count - 1 || undefined}
              onClick={() => at < count - 1 && onMove(id, at + 1)}
            />
          </>
        )}
        <IconButton name={`Remove ${name}`} className="w-6! coarse:w-11!" icon={<X size={16} />} onClick={onRemove} />
      </div>
    </FileRow>
  )
}

/** Undoes a removal. It takes the focus that the removed row had. */
function RemovedNote({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  const takeFocus = useCallback((button: HTMLButtonElement | null) => {
    if (document.activeElement === document.body) button?.focus()
  }, [])
  return (
    <>
      <span className="min-w-0 truncate">{name} removed</span>
      <Button ref={takeFocus} look="quiet" small onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}
