import { type ReactNode, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { useZoom, zoomByKey } from '../../use-zoom.ts'
import { largestScale } from '../../zoom.ts'
import { fileTitle, type MediaFile, NotDrawn } from '../media-file.tsx'
import { useChecked } from '../use-picture.ts'
import { ZoomButtons } from '../zoom-buttons.tsx'
import { DifferenceFigures, useMeasured } from './difference-figures.tsx'
import { BlinkButtons, Overlay, type Pair, useBlink } from './overlay.tsx'
import type { Region } from './pixel-difference.ts'
import { SideBySide } from './side-by-side.tsx'

interface ComparePicturesProps {
  readonly left: MediaFile
  readonly right: MediaFile
  /** What the person calls them: `Original` and `Result`, `Image 2` and `Image 4`. */
  readonly names: readonly [left: string, right: string]
  /** Below each, side by side. */
  readonly notes?: readonly [left: ReactNode, right: ReactNode]
  /** The mask of the edit from left to right; opaque pixels are kept. */
  readonly mask?: Blob | undefined
  readonly initial?: Way
  /** A class that limits their height. */
  readonly look?: string
}

const ways = [
  ['slider', 'Slider'],
  ['side', 'Side by side'],
  ['blink', 'Blink'],
  ['difference', 'Difference'],
] as const
type Way = (typeof ways)[number][0]

/** Two pictures compared with a divider, side by side, alternating, or by their difference, zoomed and moved together. */
export function ComparePictures(props: ComparePicturesProps) {
  const pictures = [useChecked(props.left.blob), useChecked(props.right.blob)]
  if (pictures.some(({ refused }) => refused === undefined)) return null
  const [size] = pictures.map((one) => one.size)
  if (size && pictures.every(({ refused }) => !refused)) return <Compared {...props} picture={size} />
  return (
    <div className="grid gap-3">
      {[props.left, props.right].map((file, at) => {
        const { refused, size } = pictures[at] ?? {}
        return refused && <NotDrawn key={at === 0 ? 'left' : 'right'} file={file} size={size} />
      })}
    </div>
  )
}

interface ComparedProps extends ComparePicturesProps {
  /** The size of the left one, in whose pixels both are shown. */
  readonly picture: Dimensions
}

function Compared({
  left,
  right,
  names,
  notes,
  mask,
  initial = 'slider',
  look = 'max-h-[max(14rem,70dvh)]',
  picture,
}: ComparedProps) {
  const [way, setWay] = useState<Way>(initial)
  const blink = useBlink(way === 'blink')
  const zoom = useZoom(picture, 'both', largestScale)
  const measured = useMeasured(left.blob, right.blob, mask)
  const region = measured?.kind === 'measured' ? partOf(measured.difference.region, picture) : undefined
  const pair: Pair = [
    { key: 'left', file: left, name: names[0], alt: `${names[0]}: ${fileTitle(left)}`, notes: notes?.[0] },
    { key: 'right', file: right, name: names[1], alt: `${names[1]}: ${fileTitle(right)}`, notes: notes?.[1] },
  ]
  return (
    // The zoom keys hold for the whole comparison.
    <section
      aria-label="Images compared"
      onKeyDown={(event) => {
        const isArrow = event.key.startsWith('Arrow')
        const moves = event.target instanceof HTMLElement && event.target.dataset.arrows !== undefined
        if ((!isArrow || moves) && zoomByKey(event, zoom)) event.stopPropagation()
      }}
      className="grid grid-cols-1 gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Choice name="How to compare" options={ways} value={way} onChange={setWay} />
        <ZoomButtons zoom={zoom} />
      </div>
      {way === 'side' ? (
        <SideBySide {...{ zoom, picture, look }} pictures={pair} />
      ) : (
        <Overlay {...{ way, zoom, picture, look, pair, measured, region, blink }} />
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
        {way === 'slider' && `Left: ${names[0]}. Right: ${names[1]}. Drag the line or use the arrow keys.`}
        {way === 'blink' && <BlinkButtons blink={blink} pair={pair} />}
        {way === 'difference' && (
          <>
            <span>
              Black is identical; the lighter, the larger the change.
              {mask && ' Red: changed although the mask keeps it.'}
            </span>
            {region && <Button onClick={() => zoom.show(region)}>Zoom to the changes</Button>}
          </>
        )}
      </div>
      <DifferenceFigures measured={measured} />
    </section>
  )
}

/** The region of the changes where it is worth finding: none where they are all over the picture. */
const partOf = (region: Region | undefined, { width, height }: Dimensions): Region | undefined =>
  region && region.width * region.height < (width * height) / 2 ? region : undefined
