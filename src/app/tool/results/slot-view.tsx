import type { ReactNode } from 'react'
import { FileFacts } from '../../view/media/file-facts.tsx'
import { SlotContent } from './slot-content.tsx'
import type { Slot } from './slots.ts'

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
