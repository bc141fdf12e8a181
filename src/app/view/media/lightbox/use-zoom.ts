import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Dimensions } from '#media/dimensions.ts'
import { covering, largestScale, movedBy, type Point, type View, zoomedTo } from '../../zoom.ts'

const smallestScale = 0.02

export const clamped = (scale: number): number => Math.min(largestScale, Math.max(smallestScale, scale))

/** The view that fits the whole picture into the box, at most at its own size. */
export const fitted = (picture: Dimensions, room: Dimensions): View => {
  const scale = clamped(Math.min(1, room.width / picture.width, room.height / picture.height))
  return covering({ scale, x: 0, y: 0 }, picture, room)
}

/** Zoom factor of one press of a zoom button or key. */
const step = 1.25

interface Zoom {
  /** Current scale and offset; undefined until the box is measured. */
  readonly view: View | undefined
  /** Device pixels per picture pixel. */
  readonly share: number
  readonly fit: () => void
  readonly whole: () => void
  readonly closer: () => void
  readonly farther: () => void
  readonly pan: (x: number, y: number) => void
  /** Toggles between fitted and 100 %, around a point in client coordinates. */
  readonly toggle: (at: { readonly clientX: number; readonly clientY: number }) => void
  /** Pointer handlers for dragging and pinching. */
  readonly pointers: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onPointerCancel: (event: PointerEvent) => void
  }
}

/**
 * Zooming and panning of one picture in a box; another `key` is another picture. As long as nobody zooms, it stays fitted, whatever
 * becomes of the box.
 */
export function useZoom(box: RefObject<HTMLElement | null>, picture: Dimensions | undefined, key: string): Zoom {
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
  const move = (by: Point) => change((now) => movedBy(now, by))
  const inBox = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  useWheel(box, (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // Browsers report a trackpad pinch as a wheel event with Ctrl and smaller deltas.
    const speed = event.ctrlKey ? 0.01 : 0.0018
    zoom((scale) => scale * Math.exp(-event.deltaY * lines * speed), inBox(event))
  })
  const pointers = usePointers(move, (factor, at) =>
    zoom((scale) => scale * factor, inBox({ clientX: at.x, clientY: at.y })),
  )
  return {
    view,
    share: (view?.scale ?? 1) * density,
    fit: () => setHeld(undefined),
    whole: () => zoom(() => 1 / density),
    closer: () => zoom((scale) => scale * step),
    farther: () => zoom((scale) => scale / step),
    pan: (x, y) => move({ x, y }),
    toggle: (at) => (chosen === undefined ? zoom(() => 1 / density, inBox(at)) : setHeld(undefined)),
    pointers,
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

/** One pointer drags; two pinch and drag by their midpoint. Points are in client coordinates. */
function usePointers(drag: (by: Point) => void, pinch: (factor: number, at: Point) => void): Zoom['pointers'] {
  const held = useRef(new Map<number, Point>())
  const end = ({ pointerId }: PointerEvent) => void held.current.delete(pointerId)
  return {
    onPointerDown(event) {
      if (event.button !== 0 && event.button !== 1) return
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId)
      held.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove(event) {
      const before = held.current.get(event.pointerId)
      if (!before) return
      const now = { x: event.clientX, y: event.clientY }
      const others = [...held.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      held.current.set(event.pointerId, now)
      // With two pointers, each moves the midpoint by half of its delta.
      const share = 1 / (others.length + 1)
      drag({ x: (now.x - before.x) * share, y: (now.y - before.y) * share })
      const [other] = others
      if (!other) return
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
      if (Number.isFinite(factor) && factor > 0) pinch(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
