import { ImagePlus } from 'lucide-react'
import type { EditSession, Incoming } from './edit-session.ts'
import type { EditWork } from './edit-work.ts'
import { IncomingRow } from './incoming-row.tsx'
import { PickFiles } from './pick-files.tsx'
import { limits } from './picture.ts'
import { PictureRow } from './picture-row.tsx'

interface PictureListProps {
  readonly session: EditSession
  readonly work: EditWork
  readonly incoming: readonly Incoming[]
}

/** The base and its references, in the order in which they are sent. */
export function PictureList({ session, work: { pictures }, incoming }: PictureListProps) {
  return (
    <section aria-label="Input images" className="grid grid-cols-1 gap-2">
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
            <IncomingRow key={one.id} incoming={one} onDismiss={() => session.dismiss(one.id)} />
          ))}
        </ul>
      )}
      <PickFiles
        name="Add images"
        icon={<ImagePlus size={16} strokeWidth={1.5} aria-hidden="true" />}
        count="several"
        onFiles={(files) => void session.add(files)}
      />
    </section>
  )
}
