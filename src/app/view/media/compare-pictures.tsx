import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { DifferenceFigures } from './difference-figures.tsx'
import { type MaskPart, maskStyle } from './mask-style.ts'
import { fileTitle, type MediaFile, NotDrawn } from './media-file.tsx'
import { useBlobUrl, useChecked, usePicture } from './use-picture.ts'

interface ComparePicturesProps {
  readonly left: MediaFile
  readonly right: MediaFile
  /** Labels, such as `Original` and `Result`; omitted for pictures of two runs. */
  readonly names?: Names
  /** The mask of the edit from left to right; opaque pixels are kept. */
  readonly mask?: Blob | undefined
  /** A class that limits their height. */
  readonly look?: string
}

type Names = readonly [left: string, right: string]

const sides: Names = ['Left', 'Right']

const ways = [
  ['slider', 'Slider'],
  ['blink', 'Blink'],
  ['difference', 'Difference'],
] as const
type Way = (typeof ways)[number][0]

/** Interval of the alternation in ms, below the limit of three flashes per second (WCAG 2.3.1). */
const blinkTime = 700

/** The name of a picture within a sentence; `what` is the fallback. */
const called = (names: Names, at: 0 | 1, what: string) =>
  `the ${names[at].toLowerCase()}${names === sides ? ` ${what}` : ''}`

/** Two superimposed pictures: with a divider, alternating, or as their difference. */
export function ComparePictures(props: ComparePicturesProps) {
  const pictures = [useChecked(props.left.blob), useChecked(props.right.blob)]
  if (pictures.some(({ refused }) => refused === undefined)) return null
  if (pictures.every(({ refused }) => !refused)) return <Compared {...props} />
  return (
    <div className="grid gap-3">
      {[props.left, props.right].map((file, at) => {
        const { refused, size } = pictures[at] ?? {}
        return refused && <NotDrawn key={at === 0 ? 'left' : 'right'} file={file} size={size} />
      })}
    </div>
  )
}

function Compared({ left, right, names = sides, mask, look = 'max-h-[36rem]' }: ComparePicturesProps) {
  const [way, setWay] = useState<Way>('slider')
  const [divider, setDivider] = useState(50)
  const [strong, setStrong] = useState(false)
  const [part, setPart] = useState<MaskPart>('all')
  const blink = useBlink(way === 'blink')
  const maskUrl = useBlobUrl(mask ?? nothing)
  const top = {
    slider: { clipPath: `inset(0 0 0 ${divider}%)` },
    blink: { visibility: blink.isRight ? 'visible' : 'hidden' },
    difference: { mixBlendMode: 'difference' },
  } as const
  const isCut = way === 'difference' && mask !== undefined && maskUrl !== undefined
  return (
    <section aria-label="Pictures compared" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choice name="How to compare" options={ways} value={way} onChange={setWay} />
        {way === 'difference' && mask && <Choice name="Area" options={parts} value={part} onChange={setPart} />}
      </div>
      <div className="relative isolate w-fit max-w-full overflow-hidden rounded-md border border-line bg-black">
        <div
          className={`isolate ${way === 'difference' && strong ? 'brightness-[8]' : ''}`}
          style={isCut ? maskStyle(maskUrl, part) : {}}
        >
          <Layer file={left} alt={`${names[0]}: ${fileTitle(left)}`} className={`block max-w-full ${look}`} />
          <Layer
            file={right}
            alt={`${names[1]}: ${fileTitle(right)}`}
            // The upper picture must fully cover the lower one.
            className="absolute inset-0 h-full w-full bg-black object-contain"
            style={top[way]}
          />
        </div>
        {way === 'slider' && <Divider at={divider} name={called(names, 0, 'picture')} onChange={setDivider} />}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-3 text-soft text-xs">
        {way === 'slider' && `Left: ${called(names, 0, 'run')}. Drag the line or use the arrow keys.`}
        {way === 'blink' && <BlinkButtons blink={blink} names={names} />}
        {way === 'difference' && (
          <>
            <label className="flex items-center gap-2 coarse:min-h-11">
              <input type="checkbox" checked={strong} onChange={() => setStrong(!strong)} className="accent-cable" />
              8× brightness
            </label>
            <span>Black means identical.</span>
          </>
        )}
      </div>
      <DifferenceFigures before={left.blob} after={right.blob} mask={mask} />
    </section>
  )
}

const nothing = new Blob([])

const parts = [
  ['all', 'Everything'],
  ['kept', 'Kept part'],
  ['edited', 'Marked part'],
] as const

function useBlink(wanted: boolean) {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [isRight, setRight] = useState(false)
  const [isBlinking, setBlinking] = useState(!still)
  useEffect(() => {
    if (!wanted || !isBlinking || still) return
    const timer = setInterval(() => setRight((before) => !before), blinkTime)
    return () => clearInterval(timer)
  }, [wanted, isBlinking, still])
  return { still, isRight, setRight, isBlinking, setBlinking }
}

interface BlinkButtonsProps {
  readonly blink: ReturnType<typeof useBlink>
  readonly names: Names
}

function BlinkButtons({ blink, names }: BlinkButtonsProps) {
  const { still, isRight, setRight, isBlinking, setBlinking } = blink
  return (
    <>
      <Button onClick={() => setRight(!isRight)}>Show {called(names, isRight ? 0 : 1, 'one')}</Button>
      {!still && (
        <Button look="quiet" onClick={() => setBlinking(!isBlinking)}>
          {isBlinking ? 'Stop blinking' : 'Blink'}
        </Button>
      )}
      <span>
        {names[isRight ? 1 : 0]}
        {names === sides && ' run'}
      </span>
    </>
  )
}

interface DividerProps {
  readonly at: number
  /** The name of the picture to its left. */
  readonly name: string
  readonly onChange: (at: number) => void
}

function Divider({ at, name, onChange }: DividerProps) {
  return (
    <>
      <span
        aria-hidden="true"
        style={{ left: `${at}%` }}
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white outline outline-black/70"
      />
      <input
        type="range"
        aria-label="Divider"
        aria-valuetext={`${at} percent of ${name}`}
        min={0}
        max={100}
        value={at}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="absolute inset-0 h-full w-full cursor-ew-resize opacity-0"
      />
    </>
  )
}

interface LayerProps {
  readonly file: MediaFile
  readonly alt: string
  readonly className: string
  readonly style?: { readonly [name: string]: string }
}

function Layer({ file, alt, className, style }: LayerProps) {
  const { url } = usePicture(file.blob)
  return url === undefined ? null : <img src={url} alt={alt} className={className} style={style} />
}
