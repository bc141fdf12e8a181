import { type CSSProperties, type ReactNode, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { useAssets } from '../../run/history/use-assets.ts'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { Lightbox } from '../../view/media/lightbox/lightbox.tsx'
import { MediaFacts } from '../../view/media/media-file.tsx'
import { useDimensions } from '../../view/media/use-picture.ts'
import { fieldsOf, promptOf } from '../asked.ts'
import type { RunResultProps } from './picked.ts'
import type { ResultFile } from './result-file.ts'
import { NoResult } from './shortfall.tsx'
import { PictureNotes, SlotActions } from './slot-actions.tsx'
import { SlotContent } from './slot-content.tsx'
import { drawnOf, type Slot, slotRatio, slotSize, slotsOf } from './slots.ts'

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

interface PictureGridProps {
  readonly count: number
  /** Width divided by height of every slot. */
  readonly ratio: number
  /** Width of a picture in pixels, if it is known from the start. */
  readonly natural: number | undefined
  readonly children: ReactNode
}

/** Grid classes by number of pictures, chosen so that the rows are filled evenly. */
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

/** Ratio from which pictures are wide enough to need fewer columns. */
const wide = 2
const wideColumns = 'grid-cols-1 @xl:grid-cols-3'

/** The width in px to which a smaller picture is enlarged. */
const smallest = 384

/** The largest ratio of a single picture that has more room beside the details of its run than above them. */
const besideRatio = 1.25

/** The ratio from which four pictures are larger two by two than in a row. */
const twoByTwoRatio = 1.25

/** The grid of a run's pictures. On a wide stage, one, two, or two by two are as large as its height allows without scrolling. */
function PictureGrid({ count, ratio, natural, children }: PictureGridProps) {
  const isBeside = count === 1 && ratio <= besideRatio
  const isTwoByTwo = count === 4 && ratio >= twoByTwoRatio
  const abreast = isTwoByTwo ? 2 : count
  const limits: CSSProperties & Record<`--${string}`, number | string> = {
    '--across': isTwoByTwo ? ratio : count * ratio,
    '--most': `${abreast * Math.max(smallest, natural ?? 4096)}px`,
  }
  return (
    <div className={isBeside ? '' : '@container'}>
      <ul
        aria-label="Images"
        data-beside={isBeside ? 'images' : undefined}
        style={count < 3 || isTwoByTwo ? limits : {}}
        className={`grid gap-x-3 gap-y-4 ${columnsOf(count, ratio)} ${isTwoByTwo ? twoByTwo : ''} ${count < 3 ? asHighAsTheStage : ''} ${isBeside ? besideDetails : ''}`}
      >
        {children}
      </ul>
    </div>
  )
}

function columnsOf(count: number, ratio: number): string {
  if (count > 4 && ratio >= wide) return wideColumns
  if (count === 4 && ratio >= twoByTwoRatio) return 'grid-cols-2'
  return columns[count] ?? 'grid-cols-2 @xl:grid-cols-4 @3xl:grid-cols-5'
}

/** The heights are those of what stands above and below a picture: patch line, prompt, facts, actions and figures, or only the first and its actions. */
const asHighAsTheStage =
  '@min-[40rem]/stage:w-[min(100%,var(--most),max(9rem,var(--across)*(100cqh-12rem-var(--path-room))))]'
const twoByTwo = '@min-[40rem]/stage:w-[min(100%,var(--most),max(34rem,var(--across)*(100cqh-17rem-var(--path-room))))]'
const besideDetails =
  '@min-[56rem]/stage:w-[min(100cqw-19rem,var(--most),max(9rem,var(--across)*(100cqh-7rem-var(--path-room))))]'

interface SlotViewProps {
  readonly run: Run
  readonly slot: Slot
  readonly ratio: number
  readonly alt: string
  readonly onOpen: () => void
  readonly chosen: boolean
  readonly actions: ReactNode
  /** `held` reserves the space below the picture from the start, which prevents layout shifts. */
  readonly below: 'held' | 'as it is'
}

/** One cell of the grid. Its size is fixed before its content arrives. */
function SlotView({ run, slot, ratio, alt, onOpen, chosen, actions, below }: SlotViewProps) {
  const hasFile = slot.state === 'done' || slot.state === 'preview'
  return (
    <li className="@container/slot grid min-w-0 content-start gap-1">
      <ResultBoundary run={run} isPart>
        <div
          style={{ aspectRatio: ratio }}
          className={`relative grid w-full place-items-center overflow-hidden rounded-md bg-surface ${chosen ? 'outline-2 outline-cable' : 'outline-1 outline-line -outline-offset-1'}`}
        >
          <SlotContent
            slot={slot}
            ratio={ratio}
            alt={alt}
            opens={`Open image ${slot.place + 1} full screen`}
            onOpen={onOpen}
          />
        </div>
        {(hasFile || below === 'held') && (
          <p className="min-h-4 min-w-0 text-2xs @max-[11.4rem]/slot:min-h-8">
            {hasFile && <MediaFacts file={slot.file} />}
          </p>
        )}
        {slot.state === 'done' ? actions : below === 'held' && <div aria-hidden="true" className="h-8 coarse:h-11" />}
      </ResultBoundary>
    </li>
  )
}
