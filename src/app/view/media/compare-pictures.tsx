import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { Choice } from './choice.tsx'
import { fileTitle, type MediaFile } from './media-file.ts'
import { useBlobUrl } from './use-blob-url.ts'

interface ComparePicturesProps {
  readonly left: MediaFile
  readonly right: MediaFile
}

const ways = [
  ['slider', 'Slider'],
  ['blink', 'Blink'],
  ['difference', 'Difference'],
] as const
type Way = (typeof ways)[number][0]

/** How long one picture stands before the other, in ms: slow enough for whoever is hurt by flicker (three a second). */
const blinkTime = 700

/** Two pictures in one place: with a divider between them, one after the other, or what differs. */
export function ComparePictures({ left, right }: ComparePicturesProps) {
  const [way, setWay] = useState<Way>('slider')
  const [divider, setDivider] = useState(50)
  const [strong, setStrong] = useState(false)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [isRight, setRight] = useState(false)
  const [isBlinking, setBlinking] = useState(!still)
  useEffect(() => {
    if (way !== 'blink' || !isBlinking || still) return
    const timer = setInterval(() => setRight((before) => !before), blinkTime)
    return () => clearInterval(timer)
  }, [way, isBlinking, still])
  const top = {
    slider: { clipPath: `inset(0 0 0 ${divider}%)` },
    blink: { visibility: isRight ? 'visible' : 'hidden' },
    difference: { mixBlendMode: 'difference' },
  } as const
  return (
    <section aria-label="Pictures compared" className="grid gap-3">
      <Choice name="How to compare" options={ways} value={way} onChange={setWay} />
      <div className="relative isolate w-fit max-w-full overflow-hidden rounded-md border border-line bg-black">
        <div className={way === 'difference' && strong ? 'brightness-[8]' : ''}>
          <Layer file={left} alt={`Left: ${fileTitle(left)}`} className="block max-h-[36rem] max-w-full" />
          <Layer
            file={right}
            alt={`Right: ${fileTitle(right)}`}
            className="absolute inset-0 h-full w-full"
            style={top[way]}
          />
        </div>
        {way === 'slider' && (
          <>
            <span
              aria-hidden="true"
              style={{ left: `${divider}%` }}
              className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white outline outline-black/70"
            />
            <input
              type="range"
              aria-label="Divider"
              aria-valuetext={`${divider} percent of the left picture`}
              min={0}
              max={100}
              value={divider}
              onChange={(event) => setDivider(Number(event.currentTarget.value))}
              className="absolute inset-0 h-full w-full cursor-ew-resize opacity-0"
            />
          </>
        )}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-3 text-soft text-xs">
        {way === 'slider' && 'Left of the line is the left run. Drag it, or move it with the arrow keys.'}
        {way === 'blink' && (
          <>
            <Button onClick={() => setRight(!isRight)}>Show the {isRight ? 'left' : 'right'} one</Button>
            {!still && (
              <Button look="quiet" onClick={() => setBlinking(!isBlinking)}>
                {isBlinking ? 'Stop blinking' : 'Blink'}
              </Button>
            )}
            <span>{isRight ? 'Right' : 'Left'} run</span>
          </>
        )}
        {way === 'difference' && (
          <>
            <label className="flex items-center gap-2 coarse:min-h-11">
              <input type="checkbox" checked={strong} onChange={() => setStrong(!strong)} className="accent-cable" />
              Eight times as bright
            </label>
            <span>Black is where they are equal.</span>
          </>
        )}
      </div>
    </section>
  )
}

interface LayerProps {
  readonly file: MediaFile
  readonly alt: string
  readonly className: string
  readonly style?: { readonly [name: string]: string }
}

function Layer({ file, alt, className, style }: LayerProps) {
  const url = useBlobUrl(file.blob)
  return url === undefined ? null : <img src={url} alt={alt} className={className} style={style} />
}
