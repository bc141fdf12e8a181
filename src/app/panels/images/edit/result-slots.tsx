import { CircleOff, Columns2, Download, Layers2 } from 'lucide-react'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { checkerboard } from '../../../view/media/checkerboard.ts'
import { useBlobUrl } from '../../../view/media/use-blob-url.ts'
import { useDimensions } from '../../../view/media/use-dimensions.ts'
import { savedPicture } from '../results/picture-file.ts'
import { slotRatio } from '../results/slot-ratio.ts'
import { type Drawn, drawnOf, type Slot, slotsOf } from '../results/slots.ts'

interface ResultSlotsProps {
  readonly run: Run
  /** The place that stands on the stage. */
  readonly shown: number | undefined
  readonly onShow: (place: number) => void
  readonly onUse: (result: Blob) => void
}

/** How high a picture stands in the strip, in rem; wide ones and tall ones keep their ratio within bounds. */
const height = 6.5
const nothing = new Blob()

/** The pictures of an edit in a row, each in its place from the start. */
export function ResultSlots({ run, shown, onShow, onUse }: ResultSlotsProps) {
  const slots = slotsOf(run, useAssets(run))
  const drawn = drawnOf(slots)
  const first = slots.find((slot) => slot.state === 'done' || slot.state === 'preview')
  const ratio = slotRatio(run.request, useDimensions(first && 'file' in first ? first.file.blob : nothing))
  if (slots.length === 0) return null
  const width = Math.min(13, Math.max(6.5, height * ratio))
  return (
    <ul
      aria-label="Images"
      style={{ gridAutoColumns: `${width}rem` }}
      className="-m-1 grid grid-flow-col justify-start gap-3 overflow-x-auto p-1"
    >
      {slots.map((slot) => (
        <li key={slot.place} className="grid content-start gap-0.5">
          <div
            style={{ height: `${height}rem` }}
            className={`relative flex items-center justify-center overflow-hidden rounded-md border bg-sunken ${slot.place === shown ? 'border-cable' : 'border-line'}`}
          >
            <Content slot={slot} onShow={() => onShow(slot.place)} />
          </div>
          {drawn
            .filter(({ place }) => place === slot.place)
            .map((picture) => (
              <Actions key={picture.place} run={run} picture={picture} onShow={onShow} onUse={onUse} />
            ))}
        </li>
      ))}
    </ul>
  )
}

interface ActionsProps extends Pick<ResultSlotsProps, 'run' | 'onShow' | 'onUse'> {
  readonly picture: Drawn
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

function Actions({ run, picture, onShow, onUse }: ActionsProps) {
  const { place, file } = picture
  const n = place + 1
  return (
    <div className="flex">
      <IconButton
        name={`Compare image ${n} with the original`}
        icon={<Columns2 {...look} />}
        onClick={() => onShow(place)}
      />
      <IconButton name={`Use image ${n} as new base`} icon={<Layers2 {...look} />} onClick={() => onUse(file.blob)} />
      <IconButton
        name={`Download image ${n}`}
        icon={<Download {...look} />}
        onClick={() => void savedPicture(run, picture).then((saved) => saveFile(saved.blob, saved.name))}
      />
    </div>
  )
}

function Content({ slot, onShow }: { readonly slot: Slot; readonly onShow: () => void }) {
  switch (slot.state) {
    case 'waiting':
      return (
        <>
          <span className="absolute inset-0 bg-linear-to-br from-cable/10 to-transparent motion-safe:animate-pulse" />
          <span className="text-faint text-xs">Image {slot.place + 1}</span>
        </>
      )
    case 'preview':
      return (
        <>
          <Drawing blob={slot.file.blob} alt={`Preview of image ${slot.place + 1}, not finished`} />
          <span className="absolute bottom-1.5 left-1.5 rounded-full border border-line bg-ground/90 px-2 py-px text-2xs">
            {slot.ended ? 'preview, never finished' : 'preview'}
          </span>
        </>
      )
    case 'done':
      return (
        <button
          type="button"
          aria-label={`Show image ${slot.place + 1} beside the original`}
          className="absolute inset-0 flex items-center justify-center rounded-md outline-offset-[-3px]"
          onClick={onShow}
        >
          <Drawing blob={slot.file.blob} alt={`Image ${slot.place + 1}`} />
        </button>
      )
    case 'elsewhere':
      return (
        <p className="p-2 text-center text-2xs text-soft">
          {slot.why}{' '}
          {/^https?:/.test(slot.url) && (
            <a href={slot.url} target="_blank" rel="noopener noreferrer" className="text-cable underline">
              Open
            </a>
          )}
        </p>
      )
    case 'missing':
      return (
        <p className="grid max-h-full justify-items-center gap-1 overflow-y-auto p-2 text-center text-2xs text-warning">
          <CircleOff size={16} strokeWidth={1.5} aria-hidden="true" />
          {slot.why}
        </p>
      )
  }
}

function Drawing({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
  const url = useBlobUrl(blob)
  return (
    url && (
      <img
        src={url}
        alt={alt}
        decoding="async"
        style={{ background: checkerboard }}
        className="max-h-full max-w-full object-contain"
      />
    )
  )
}
