import { useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { Lightbox } from '../../view/media/lightbox/lightbox.tsx'
import { useDimensions } from '../../view/media/use-picture.ts'
import { fieldsOf, promptOf } from '../asked.ts'
import { NoResult } from './no-result.tsx'
import type { RunResultProps } from './picked.ts'
import { PictureGrid, SlotView } from './picture-grid.tsx'
import { PictureNotes } from './picture-notes.tsx'
import { slotRatio, slotSize } from './read-size.ts'
import type { ResultFile } from './result-file.ts'
import { SlotActions } from './slot-actions.tsx'
import { drawnOf, type Slot, slotsOf } from './slots.ts'

/** The pictures of a run in fixed slots with their actions. Without slots, only a completed run shows a notice. */
export function RunPictures({ run, comparing }: RunResultProps) {
  const assets = useAssets(run)
  const slots = slotsOf(run, assets)
  const first = slots.find((slot) => slot.state === 'done' || slot.state === 'preview')
  // Avoids a layout shift: slots first rendered while the run was open keep the ratio of the request, or 1.
  const [seenOpen] = useState(isOpen(run.status))
  const dimensions = useDimensions(first && 'file' in first ? first.file.blob : nothing)
  const like = seenOpen ? undefined : dimensions
  const ratio = slotRatio(fieldsOf(run), like)
  const [open, setOpen] = useState<number>()
  const drawn = drawnOf(slots)
  const at = drawn.findIndex(({ place }) => place === open)
  const shown = drawn[at]
  if (slots.length === 0) return assets && <NoResult run={run} what="image" />
  const below = isOpen(run.status) || slots.some(({ state }) => state === 'done') ? 'held' : 'as it is'
  const actions = (picture: ResultFile, place: 'tile' | 'lightbox') => (
    <SlotActions key={picture.place} {...{ run, picture, place, comparing }} />
  )
  return (
    <>
      <PictureGrid count={slots.length} ratio={ratio} natural={slotSize(fieldsOf(run), like)?.width}>
        {slots.map((slot) => (
          <SlotView
            key={slot.place}
            run={run}
            slot={slot}
            ratio={ratio}
            alt={altOf(run, slot)}
            onOpen={() => setOpen(slot.place)}
            chosen={slot.state === 'done' && comparing?.isChosen(run, slot) === true}
            actions={slot.state === 'done' && actions(slot, 'tile')}
            below={below}
          />
        ))}
      </PictureGrid>
      {shown && (
        <Lightbox
          items={drawn.map((picture) => ({
            key: `${picture.place}`,
            file: picture.file,
            name: `Image ${picture.place + 1}: ${altOf(run, { ...picture, state: 'done' })}`,
            says: picture.says,
          }))}
          at={at}
          onAt={(next) => setOpen(drawn[next]?.place)}
          onClose={() => setOpen(undefined)}
          actions={actions(shown, 'lightbox')}
          foot={<PictureNotes run={run} picture={shown} />}
        />
      )}
    </>
  )
}

const nothing = new Blob()

/** The alt text that the user entered, else the prompt. */
function altOf(run: Run, slot: Slot): string {
  const own = slot.state === 'done' ? ownOf(run.alts, slot.file.sha256) : undefined
  return own ?? promptOf(run).slice(0, 300)
}
