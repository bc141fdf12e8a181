import type { ReactNode } from 'react'
import { FileFacts } from '../../view/media/media-file.tsx'
import { SlotContent } from './slot-content.tsx'
import type { Slot } from './slots.ts'

interface PictureGridProps {
  readonly count: number
  /** Width over height of every place. */
  readonly ratio: number
  readonly children: ReactNode
}

/** As many columns as keep the rows even, where there is room for them. */
const columns: readonly string[] = [
  '',
  'grid-cols-1',
  'grid-cols-2',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @3xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-3 @4xl:grid-cols-5',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @xl:grid-cols-3 @3xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-4',
  'grid-cols-2 @xl:grid-cols-3',
  'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5',
]

/** So many times as wide as high, and a picture needs more of the width to be seen. */
const wide = 2
const wideColumns = 'grid-cols-1 @xl:grid-cols-3'

/** The places of a run's pictures. Few and tall ones are kept low enough to be seen whole. */
export function PictureGrid({ count, ratio, children }: PictureGridProps) {
  const across = count === 1 ? 1 : count === 2 ? 2 : 0
  const many = columns[count] ?? 'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5'
  return (
    <div className="@container">
      <ul
        aria-label="Images"
        style={across > 0 ? { maxWidth: `${Math.round(across * Math.min(40, 34 * ratio))}rem` } : {}}
        className={`grid gap-x-3 gap-y-4 ${count > 4 && ratio >= wide ? wideColumns : many}`}
      >
        {children}
      </ul>
    </div>
  )
}

interface SlotViewProps {
  readonly slot: Slot
  readonly ratio: number
  /** What the picture shows, in words. */
  readonly alt: string
  readonly onOpen: () => void
  /** Under a finished picture. */
  readonly actions: ReactNode
  /** `held`: room for what will stand below is there from the start, so that no row moves another. */
  readonly below: 'held' | 'as it is'
}

/** One place of the grid. It has its size from the start, and whatever comes is put into it. */
export function SlotView({ slot, ratio, alt, onOpen, actions, below }: SlotViewProps) {
  const hasFile = slot.state === 'done' || slot.state === 'preview'
  return (
    <li className="@container/slot grid min-w-0 content-start gap-1">
      <div
        style={{ aspectRatio: ratio }}
        className="relative grid w-full place-items-center overflow-hidden rounded-md bg-surface outline-1 outline-line -outline-offset-1"
      >
        <SlotContent slot={slot} ratio={ratio} alt={alt} opens={`Open image ${slot.place + 1}`} onOpen={onOpen} />
      </div>
      {(hasFile || below === 'held') && (
        <p className="min-h-4 min-w-0 text-2xs @max-[11.4rem]/slot:min-h-8">
          {hasFile && <FileFacts file={slot.file} />}
        </p>
      )}
      {slot.state === 'done' ? actions : below === 'held' && <div aria-hidden="true" className="h-7 coarse:h-11" />}
    </li>
  )
}
