import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SetStateAction,
  useCallback,
  useState,
} from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { IconButton } from '../ui/button/button.tsx'
import { useLatest } from '../ui/hooks/use-latest.ts'
import { letterOf } from '../ui/keys/letter-keys.tsx'
import { type Pinch, Pointers } from './pointers.ts'
import {
  centredIn,
  covering,
  largestScale,
  movedBy,
  type Point,
  percentOf,
  recentred,
  type View,
  zoomedTo,
} from './zoom.ts'

const smallestScale = 0.02

export const clamped = (scale: number): number => Math.min(largestScale, Math.max(smallestScale, scale))

/** The view that fits the whole picture into the box, scaled up to `largest` at most. */
export const fitted = (picture: Dimensions, room: Dimensions, largest = 1): View => {
  const scale = clamped(Math.min(largest, room.width / picture.width, room.height / picture.height))
  return covering({ scale, x: 0, y: 0 }, picture, room)
}

/** The view that shows a part of the picture in the middle of the box, with some of its surroundings. */
export function showing(part: Dimensions & Point, picture: Dimensions, room: Dimensions): View {
  const scale = clamped(Math.min(partScale, (0.6 * room.width) / part.width, (0.6 * room.height) / part.height))
  const { x, y } = centredIn(scale, part, room)
  return covering({ scale, x: x - part.x * scale, y: y - part.y * scale }, picture, room)
}

/** The scale up to which a small part is enlarged: its pixels are squares, and what is around them is seen. */
const partScale = 12

interface Held {
  readonly key: string
  readonly view: View
  readonly room: Dimensions
}

const settled = ({ view, room }: Held, picture: Dimensions, now: Dimensions): View =>
  room === now ? view : covering(recentred(view, room, now), picture, now)

const step = 1.25

export type Zoom = ReturnType<typeof useZoom>

/**
 * Zooming and panning of one picture, in one box or in several of the same size, which then move together; another `key` is another
 * picture. Until somebody zooms or pans, the picture stays fitted when the box changes its size, at `largestFit` times its own size at most.
 */
export function useZoom(picture: Dimensions | undefined, key: string, largestFit = 1) {
  const [room, setRoom] = useState<Dimensions>()
  const [held, setHeld] = useState<Held>()
  const isFitted = held?.key !== key
  const view =
    picture && room ? (isFitted ? fitted(picture, room, largestFit) : settled(held, picture, room)) : undefined
  const density = devicePixelRatio

  /** Updates from the latest view, so that several events within one frame add up. */
  const change = (next: (view: View, room: Dimensions) => View) => {
    if (!picture || !room) return
    setHeld((before) => {
      const now = before?.key === key ? settled(before, picture, room) : fitted(picture, room, largestFit)
      return { key, view: covering(next(now, room), picture, room), room }
    })
  }
  const zoom = (scaleOf: (scale: number) => number, at?: Point) =>
    change((now, { width, height }) =>
      zoomedTo(now, clamped(scaleOf(now.scale)), at ?? { x: width / 2, y: height / 2 }),
    )
  const turn = (event: WheelEvent) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // Browsers report a trackpad pinch as a wheel event with Ctrl and smaller deltas.
    const speed = event.ctrlKey ? 0.01 : 0.0018
    zoom((scale) => scale * Math.exp(-event.deltaY * lines * speed), inBox(event))
  }
  const pinch = ({ from, to, factor }: Pinch) =>
    change((now) => movedBy(zoomedTo(now, clamped(now.scale * factor), from), { x: to.x - from.x, y: to.y - from.y }))
  return {
    /** Undefined until a box is measured. */
    view,
    isFitted,
    /** Device pixels per picture pixel. */
    share: (view?.scale ?? 1) * density,
    fit: () => setHeld(undefined),
    whole: () => zoom(() => 1 / density),
    closer: () => zoom((scale) => scale * step),
    farther: () => zoom((scale) => scale / step),
    pan: (x: number, y: number) => change((now) => movedBy(now, { x, y })),
    show: (part: Dimensions & Point) => picture && change((_, box) => showing(part, picture, box)),
    /** For the boxes: a ref that measures one and listens to its wheel, and handlers for dragging, pinching and double clicks. */
    surface: useSurface(setRoom, turn),
    pointers: usePointers(pinch),
    /** Toggles between fitted and 100 %, around the pointer. */
    toggle: (event: MouseEvent) => (isFitted ? zoom(() => 1 / density, inBox(event)) : setHeld(undefined)),
  }
}

const stride = 80

/** Runs the key of a zoomed picture: 0 fits, 1 is 100 %, plus and minus go by steps, arrows pan. False if it is none. */
export function zoomByKey(event: KeyboardEvent, zoom: Zoom): boolean {
  const arrows = new Map(
    Object.entries<readonly [x: number, y: number]>({
      ArrowUp: [0, stride],
      ArrowDown: [0, -stride],
      ArrowLeft: [stride, 0],
      ArrowRight: [-stride, 0],
    }),
  )
  const letters = new Map(
    Object.entries({
      '0': zoom.fit,
      '1': zoom.whole,
      '+': zoom.closer,
      '=': zoom.closer,
      '-': zoom.farther,
    }),
  )
  const by = arrows.get(event.key)
  const press = by ? () => zoom.pan(...by) : letters.get(letterOf(event) ?? '')
  if (!press) return false
  event.preventDefault()
  press()
  return true
}

type At = Pick<PointerEvent, 'clientX' | 'clientY'> & { readonly currentTarget: EventTarget | null }

/** A point in CSS pixels of the box that listens to the event. */
function inBox({ clientX, clientY, currentTarget }: At): Point {
  if (!(currentTarget instanceof Element)) return { x: 0, y: 0 }
  const { left, top } = currentTarget.getBoundingClientRect()
  return { x: clientX - left - currentTarget.clientLeft, y: clientY - top - currentTarget.clientTop }
}

/** React adds passive wheel listeners, which cannot prevent the page from scrolling or zooming: this one is added by hand. */
function useSurface(setRoom: Dispatch<SetStateAction<Dimensions | undefined>>, turn: (event: WheelEvent) => void) {
  const latest = useLatest(turn)
  return useCallback(
    (box: HTMLElement | null) => {
      if (!box) return
      const measure = () => {
        const { clientWidth: width, clientHeight: height } = box
        setRoom((before) => (before?.width === width && before.height === height ? before : { width, height }))
      }
      const listen = (event: WheelEvent) => {
        event.preventDefault()
        latest.current(event)
      }
      measure()
      const watch = new ResizeObserver(measure)
      watch.observe(box)
      box.addEventListener('wheel', listen, { passive: false })
      return () => {
        watch.disconnect()
        box.removeEventListener('wheel', listen)
      }
    },
    [setRoom, latest],
  )
}

function usePointers(pinch: (pinch: Pinch) => void) {
  const [held] = useState(() => new Pointers())
  const end = ({ pointerId }: PointerEvent) => void held.up(pointerId)
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 && event.button !== 1) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.down(event.pointerId, inBox(event))
    },
    onPointerMove(event: PointerEvent) {
      const moved = held.move(event.pointerId, inBox(event))
      if (moved) pinch(moved)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

export function ZoomButtons({ zoom, whole = 'Actual pixels (1)' }: { readonly zoom: Zoom; readonly whole?: string }) {
  const scale = percentOf(zoom.share)
  return (
    <div className="flex items-center">
      <IconButton name="Zoom out (-)" icon={<ZoomOut size={18} />} onClick={zoom.farther} />
      <button
        type="button"
        title={whole}
        aria-label={`${scale}: show at 100%`}
        className="min-h-8 w-16 rounded-md text-center font-mono text-soft text-xs tabular-nums hover:bg-raised hover:text-ink coarse:min-h-11"
        onClick={zoom.whole}
      >
        {scale}
      </button>
      <IconButton name="Zoom in (+)" icon={<ZoomIn size={18} />} onClick={zoom.closer} />
      <IconButton name="Fit (0)" icon={<Maximize size={18} />} onClick={zoom.fit} />
    </div>
  )
}
