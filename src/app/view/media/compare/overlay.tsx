import { MoveHorizontal } from 'lucide-react'
import { type CSSProperties, useCallback, useEffect, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import type { Rect } from '#media/mask/rect.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import type { Zoom } from '../../use-zoom.tsx'
import { toBox } from '../../zoom.ts'
import type { Measured } from './difference-worker.ts'
import type { SidePicture } from './zoom-surface.tsx'
import { LayerImage, ZoomLayer, ZoomSurface } from './zoom-surface.tsx'

export type Pair = readonly [left: SidePicture, right: SidePicture]

interface OverlayProps {
  readonly way: 'slider' | 'blink' | 'difference'
  readonly zoom: Zoom
  readonly picture: Dimensions
  readonly look: string
  readonly pair: Pair
  readonly measured: Measured | undefined
  readonly region: Rect | undefined
  readonly blink: ReturnType<typeof useBlink>
}

export function Overlay({ way, zoom, picture, look, pair: [left, right], measured, region, blink }: OverlayProps) {
  // Percent of the box, from its left.
  const [divider, setDivider] = useState(50)
  const found = way === 'difference' && measured?.kind === 'measured' ? measured : undefined
  const top: Record<OverlayProps['way'], CSSProperties> = {
    slider: { clipPath: `inset(0 0 0 ${divider}%)` },
    blink: { visibility: blink.isRight ? 'visible' : 'hidden' },
    difference: { mixBlendMode: 'difference' },
  }
  return (
    <ZoomSurface name={`${left.name} and ${right.name}`} {...{ zoom, picture, look }}>
      {found?.drawing ? (
        <>
          <ZoomLayer {...{ zoom, picture }}>
            <Drawing bitmap={found.drawing} name={`Difference of ${left.name} and ${right.name}`} />
          </ZoomLayer>
          {region && <RegionMark zoom={zoom} region={region} />}
        </>
      ) : (
        // Without a drawing, such as of two sizes, the browser subtracts the layers.
        <div className={`absolute inset-0 isolate ${way === 'difference' ? '[filter:brightness(8)]' : ''}`}>
          <ZoomLayer {...{ zoom, picture }}>
            <LayerImage file={left.file} alt={left.alt} />
          </ZoomLayer>
          <ZoomLayer {...{ zoom, picture }} style={top[way]}>
            <LayerImage file={right.file} alt={right.alt} />
          </ZoomLayer>
        </div>
      )}
      {way === 'slider' && <Divider at={divider} name={left.name} onChange={setDivider} />}
    </ZoomSurface>
  )
}

function Drawing({ bitmap, name }: { readonly bitmap: ImageBitmap; readonly name: string }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (!canvas) return
      canvas.width = bitmap.width
      canvas.height = bitmap.height
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    },
    [bitmap],
  )
  return <canvas ref={draw} role="img" aria-label={name} className="block h-full w-full" />
}

/** A frame around all changes, so that a few pixels of a large picture are found. */
function RegionMark({ zoom: { view }, region }: { readonly zoom: Zoom; readonly region: Rect }) {
  if (!view) return null
  const { x, y } = toBox(view, region)
  return (
    <span
      aria-hidden="true"
      style={{
        left: x - 6,
        top: y - 6,
        width: region.width * view.scale + 12,
        height: region.height * view.scale + 12,
      }}
      className="pointer-events-none absolute rounded-md border border-cable border-dashed"
    />
  )
}

/** Interval of the alternation in ms, below the limit of three flashes per second (WCAG 2.3.1). */
const blinkTime = 700

/** Which picture is shown, and whether that changes by itself; with reduced motion it never does. */
export function useBlink(wanted: boolean) {
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

export function BlinkButtons({ blink, pair }: { readonly blink: ReturnType<typeof useBlink>; readonly pair: Pair }) {
  const { still, isRight, setRight, isBlinking, setBlinking } = blink
  return (
    <>
      <Button onClick={() => setRight(!isRight)}>Show {pair[isRight ? 0 : 1].name}</Button>
      {!still && (
        <Button look="quiet" onClick={() => setBlinking(!isBlinking)}>
          {isBlinking ? 'Stop blinking' : 'Blink'}
        </Button>
      )}
      <span className="font-medium text-ink">{pair[isRight ? 1 : 0].name}</span>
    </>
  )
}

/** Pointers reach only the thumb of the range, which is wider than the line by 44 px; beside it they move the pictures. */
export function Divider({ at, name, onChange }: { at: number; name: string; onChange: (at: number) => void }) {
  return (
    <>
      <input
        type="range"
        aria-label="Divider"
        aria-valuetext={`${at} percent of ${name}`}
        min={0}
        max={100}
        value={at}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        className="divider peer pointer-events-none absolute inset-y-0 -left-5.5 m-0 h-full w-[calc(100%+2.75rem)] touch-none appearance-none bg-transparent opacity-0"
      />
      <span
        aria-hidden="true"
        style={{ left: `${at}%` }}
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink outline outline-ground peer-focus-visible:w-1 peer-focus-visible:bg-cable"
      />
      <span
        aria-hidden="true"
        style={{ left: `${at}%` }}
        className="pointer-events-none absolute top-1/2 grid size-8 -translate-1/2 place-items-center rounded-full border border-line-strong bg-ground text-ink"
      >
        <MoveHorizontal size={16} />
      </span>
    </>
  )
}
