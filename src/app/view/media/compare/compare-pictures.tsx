import { CircleCheck, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import type { Rect } from '#media/mask/rect.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { askWorker } from '../../../ui/own-worker.ts'
import { useZoom, ZoomButtons } from '../../use-zoom.tsx'
import { largestScale } from '../../zoom.ts'
import { fileTitle, type MediaFile, NotDrawn } from '../media-file.tsx'
import { useChecked } from '../use-picture.ts'
import type { Measured } from './difference-worker.ts'
import workerUrl from './difference-worker.ts?worker&url'
import { BlinkButtons, Overlay, type Pair, useBlink } from './overlay.tsx'
import type { PartDifference } from './pixel-difference.ts'
import { SideBySide, zoomAllByKey } from './zoom-surface.tsx'

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
}

const ways = [
  ['slider', 'Slider'],
  ['side', 'Side by side'],
  ['blink', 'Blink'],
  ['difference', 'Difference'],
] as const
type Way = (typeof ways)[number][0]

const look = 'max-h-[max(14rem,70dvh)]'

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
  readonly picture: Dimensions
}

function Compared({ left, right, names, notes, mask, initial = 'slider', picture }: ComparedProps) {
  const [way, setWay] = useState<Way>(initial)
  const blink = useBlink(way === 'blink')
  const zoom = useZoom(picture, 'both', largestScale)
  const measured = useMeasured(left.blob, right.blob, mask)
  const tone = toneOf(measured)
  const { icon: Icon, ink } = looks[tone]
  const region = measured?.kind === 'measured' ? partOf(measured.difference.region, picture) : undefined
  const pair: Pair = [
    { key: 'left', file: left, name: names[0], alt: `${names[0]}: ${fileTitle(left)}`, notes: notes?.[0] },
    { key: 'right', file: right, name: names[1], alt: `${names[1]}: ${fileTitle(right)}`, notes: notes?.[1] },
  ]
  return (
    // The zoom keys hold for the whole comparison.
    <section
      aria-label="Images compared"
      onKeyDown={(event) => zoomAllByKey(event, zoom)}
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
      <p role="status" data-tone={tone} className="flex items-start gap-2 text-soft text-xs">
        <Icon size={16} className={`shrink-0 ${ink} ${measured ? '' : 'motion-safe:animate-spin'}`} />
        <span className="min-w-0 tabular-nums">{differenceWords(measured)}</span>
      </p>
    </section>
  )
}

const partOf = (region: Rect | undefined, { width, height }: Dimensions): Rect | undefined =>
  region && region.width * region.height < (width * height) / 2 ? region : undefined

const looks = {
  busy: { icon: LoaderCircle, ink: 'text-faint' },
  note: { icon: Info, ink: 'text-faint' },
  good: { icon: CircleCheck, ink: 'text-success' },
  warning: { icon: TriangleAlert, ink: 'text-warning' },
} as const

function toneOf(measured: Measured | undefined): keyof typeof looks {
  if (measured === undefined) return 'busy'
  if (measured.kind !== 'measured') return 'warning'
  const { kept } = measured.difference
  if (kept.pixels === 0) return 'note'
  return kept.changed === 0 ? 'good' : 'warning'
}

function useMeasured(before: Blob, after: Blob, mask: Blob | undefined): Measured | undefined {
  const measure = (signal: AbortSignal) =>
    askWorker<Measured>(workerUrl, 'difference', { before, after, ...(mask && { mask }) }, signal).catch(
      (): Measured => ({ kind: 'unreadable' }),
    )
  return useLoaded(measure, [before, after, mask])
}

/** The result of a comparison as text; `undefined` while it is pending. */
export function differenceWords(measured: Measured | undefined): string {
  if (measured === undefined) return 'Comparing pixels…'
  switch (measured.kind) {
    case 'unreadable':
      return 'The browser cannot compare these images pixel by pixel.'
    case 'sizes':
      return `Their sizes differ: ${measured.before} and ${measured.after}. They are scaled to match, and pixels are not compared.`
    case 'measured': {
      const { kept, edited, region } = measured.difference
      const isAll = region && region.width * region.height === kept.pixels + edited.pixels
      const where =
        region && !isAll
          ? ` Region: ${whole(region.width)} × ${whole(region.height)} pixels at x ${whole(region.x)}, y ${whole(region.y)}.`
          : ''
      if (kept.pixels > 0) return `${keptWords(kept)} Marked area: ${editedWords(edited, 'unchanged.')}${where}`
      return `${editedWords(edited, 'images are identical.').replace(/^./, (first) => first.toUpperCase())}${where}`
    }
  }
}

const whole = (count: number) => count.toLocaleString('en')

function keptWords({ pixels, changed, most }: PartDifference): string {
  if (changed === 0) return `Kept pixels unchanged: all ${whole(pixels)} of them.`
  return `${whole(changed)} of ${whole(pixels)} kept pixels changed, by up to ${most} of 255.`
}

function editedWords({ pixels, changed, most }: PartDifference, none: string): string {
  if (changed === 0) return none
  if (changed === pixels) return `all ${whole(pixels)} pixels differ, by up to ${most} of 255.`
  return `${whole(changed)} of ${whole(pixels)} pixels ${changed === 1 ? 'differs' : 'differ'}, by up to ${most} of 255.`
}
