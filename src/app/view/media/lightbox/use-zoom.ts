import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { type Pinch, Pointers } from '../../pointers.ts'
import { covering, largestScale, movedBy, type Point, type View, zoomedTo } from '../../zoom.ts'

const smallestScale = 0.02

export const clamped = (scale: number): number => Math.min(largestScale, Math.max(smallestScale, scale))

/** The view that fits the whole picture into the box, at most at its own size. */
export const fitted = (picture: Dimensions, room: Dimensions): View => {
  const scale = clamped(Math.min(1, room.width / picture.width, room.height / picture.height))
  return covering({ scale, x: 0, y: 0 }, picture, room)
}

type ClientPoint = Pick<PointerEvent, 'clientX' | 'clientY'>

/** Zoom factor of one press of a zoom button or key. */
const step = 1.25

/**
 * Zooming and panning of one picture in a box; another `key` is another picture. Until somebody zooms or pans, the picture stays fitted
 * when the box changes its size.
 */
export function useZoom(box: RefObject<HTMLElement | null>, picture: Dimensions | undefined, key: string) {
  const room = useRoom(box)
  const [held, setHeld] = useState<{ readonly key: string; readonly view: View }>()
  const chosen = held?.key === key ? held.view : undefined
  const view = picture && room ? (chosen ?? fitted(picture, room)) : undefined
  const density = devicePixelRatio

  /** Updates from the latest view, so that several events within one frame add up. */
  const change = (next: (view: View, room: Dimensions) => View) => {
    if (!picture || !room) return
    setHeld((before) => {
      const now = before?.key === key ? before.view : fitted(picture, room)
      return { key, view: covering(next(now, room), picture, room) }
    })
  }
  const zoom = (scaleOf: (scale: number) => number, at?: Point) =>
    change((now, { width, height }) =>
      zoomedTo(now, clamped(scaleOf(now.scale)), at ?? { x: width / 2, y: height / 2 }),
    )
  const inBox = ({ clientX, clientY }: ClientPoint): Point => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  useWheel(box, (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // Browsers report a trackpad pinch as a wheel event with Ctrl and smaller deltas.
    const speed = event.ctrlKey ? 0.01 : 0.0018
    zoom((scale) => scale * Math.exp(-event.deltaY * lines * speed), inBox(event))
  })
  const pinch = ({ from, to, factor }: Pinch) =>
    change((now) => movedBy(zoomedTo(now, clamped(now.scale * factor), from), { x: to.x - from.x, y: to.y - from.y }))
  return {
    /** Undefined until the box is measured. */
    view,
    /** Device pixels per picture pixel. */
    share: (view?.scale ?? 1) * density,
    fit: () => setHeld(undefined),
    whole: () => zoom(() => 1 / density),
    closer: () => zoom((scale) => scale * step),
    farther: () => zoom((scale) => scale / step),
    pan: (x: number, y: number) => change((now) => movedBy(now, { x, y })),
    /** Toggles between fitted and 100 %, around a point in client coordinates. */
    toggle: (at: ClientPoint) => (chosen === undefined ? zoom(() => 1 / density, inBox(at)) : setHeld(undefined)),
    /** Pointer handlers for dragging and pinching. */
    pointers: usePointers(inBox, pinch),
  }
}

function useRoom(box: RefObject<HTMLElement | null>): Dimensions | undefined {
  const [room, setRoom] = useState<Dimensions>()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return room
}

/** React adds passive wheel listeners, which cannot prevent the page from scrolling or zooming. */
function useWheel(box: RefObject<HTMLElement | null>, turn: (event: WheelEvent) => void): void {
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    const element = box.current
    const listen = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event)
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [box])
}

/** One pointer drags; two pinch. */
function usePointers(inBox: (at: ClientPoint) => Point, pinch: (pinch: Pinch) => void) {
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
