import { type PointerEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { clockTime } from '../../../ui/format.ts'
import type { Followed } from '../player/playback.ts'
import type { SoundShape } from './sound-shape.ts'
import { WavePicture } from './wave-picture.tsx'
import { WaveRegion, WaveRuler, WaveSilence } from './wave-region.tsx'
import { WaveView } from './wave-view.ts'

interface WaveformProps {
  readonly shape: SoundShape
  readonly playback: Followed
  readonly label: string
  readonly seconds?: number | undefined
  /** Held by who draws `WaveZoom` or several waveforms that show the same part. Must keep its identity. */
  readonly view?: WaveView | undefined
  /** Height in px, without the time axis (16 px) and the scroll bar. */
  readonly height?: number
  readonly gain?: number
  readonly axis?: boolean
}

/**
 * The waveform of a sound: a press or a drag seeks, a drag on the time axis (or with Shift) sets the part that is repeated, a press there ends
 * the repeating. Ctrl with the wheel zooms. It is a slider by its role; the keys are the player's around it. Its height never changes.
 */
export function Waveform(props: WaveformProps) {
  const { shape, playback, label, seconds = 0, view: given, height = 72, gain = 1, axis = true } = props
  const [own] = useState(() => new WaveView())
  const view = given ?? own
  const { peaks, end } = shape
  const { loop, seconds: played } = useSyncExternalStore(playback.watch, playback.shown)
  const length = seconds || played || (peaks ? peaks.frames / peaks.rate : 0)
  const scale = useSyncExternalStore(view.watch, () => view.shown().scale)
  const scroller = useScroller(view, playback, length)
  const pointer = useWavePointer(view, playback)
  useSpokenTime(scroller.box, playback, length)
  return (
    <div
      ref={scroller.hold}
      role="slider"
      tabIndex={0}
      data-seek
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(playback.time())}
      aria-valuetext={spoken(playback.time(), length)}
      className="@container overflow-x-scroll overflow-y-hidden rounded-md"
    >
      <div className="relative" style={{ width: scale ? length * scale : '100%' }}>
        <div
          {...pointer.handlers}
          className="sticky left-0 w-[100cqw] cursor-text select-none"
          style={{ touchAction: scale ? 'pan-x pan-y' : 'pan-y' }}
        >
          {axis && <div data-axis className="h-4 touch-none border-line border-b coarse:h-6" />}
          <div data-wave className="relative bg-sunken" style={{ height }}>
            <WavePicture {...{ peaks, playback, view, gain }} />
            {end && !peaks && (
              <p className="pointer-events-none absolute inset-0 grid place-items-center text-faint text-xs">
                {end === 'noDecoder'
                  ? 'This browser cannot decode the audio, so no waveform is shown.'
                  : 'No waveform: the audio could not be read.'}
              </p>
            )}
          </div>
          <div className="pointer-events-none absolute inset-0 overflow-hidden">
            {typeof loop === 'object' && <WaveRegion region={loop} view={view} />}
            <div ref={pointer.hover} hidden className="absolute inset-y-0 left-0 border-line-strong border-l">
              <span className="absolute top-4 rounded-md bg-raised px-1 font-mono text-2xs text-soft tabular-nums" />
            </div>
          </div>
        </div>
        {axis && <WaveRuler view={view} />}
        {end === 'whole' && peaks && length > 0 && <WaveSilence level={peaks.level} seconds={length} />}
      </div>
    </div>
  )
}

const spoken = (at: number, length: number) => `${clockTime(at)} of ${clockTime(length)}`

/** Keeps the spoken position current, once a second: it is read on demand. */
function useSpokenTime(box: HTMLElement | null, playback: Followed, length: number): void {
  useEffect(() => {
    let last = -1
    return playback.watchTime((at) => {
      const now = Math.round(at)
      if (now === last || !box) return
      last = now
      box.setAttribute('aria-valuenow', String(now))
      box.setAttribute('aria-valuetext', spoken(at, length))
    })
  }, [box, playback, length])
}

/** Measures the box, keeps its scroll position and the view's the same, zooms by the wheel, and follows the position while it plays. */
function useScroller(view: WaveView, playback: Followed, length: number) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const hold = useCallback((element: HTMLElement | null) => {
    setBox(element)
    return () => setBox(null)
  }, [])
  useEffect(() => {
    if (!box) return
    const ending = new AbortController()
    const { signal } = ending
    const measure = () => view.measure(box.clientWidth, length)
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    measure()
    /** The last position that was set here, whose event is not news. */
    let set = 0
    const show = () => {
      const left = view.shown().left * view.scale
      if (Math.abs(left - box.scrollLeft) < 1) return
      // React has not yet widened the content where the zoom has just changed.
      requestAnimationFrame(() => {
        box.scrollLeft = view.shown().left * view.scale
        set = box.scrollLeft
      })
    }
    const onScroll = () => {
      if (Math.abs(box.scrollLeft - set) >= 1 && view.scale > 0) view.scrollTo(box.scrollLeft / view.scale)
      set = box.scrollLeft
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      view.zoom(Math.exp(-event.deltaY * lines * 0.005), view.timeAt(event.clientX - box.getBoundingClientRect().left))
    }
    box.addEventListener('scroll', onScroll, { signal, passive: true })
    box.addEventListener('wheel', onWheel, { signal, passive: false })
    const ends = [view.watch(show), playback.watchTime(follower(view, playback))]
    return () => {
      ending.abort()
      watch.disconnect()
      for (const end of ends) end()
    }
  }, [box, view, playback, length])
  return { box, hold }
}

/** Turns the page when the position leaves it at the right, unless it had been scrolled out of sight. */
function follower(view: WaveView, playback: Followed): (at: number) => void {
  let wasSeen = true
  return (at) => {
    const x = view.xOf(at)
    const isSeen = x >= 0 && x <= view.width
    if (playback.shown().playing && wasSeen && !isSeen) view.scrollTo(at - (0.08 * view.width) / view.scale)
    wasSeen = x >= 0 && x <= view.width
  }
}

/** What a drag changes. `region` is dragged from `fixed`, its other end. */
type Drag = { readonly kind: 'seek' } | { readonly kind: 'region'; readonly fixed: number; readonly startX: number }

/** A shorter drag, in px, is a press. */
const slack = 4

/** Presses, drags and hovering over a waveform. `hover` is the ref of the line that shows the time under the pointer. */
function useWavePointer(view: WaveView, playback: Followed) {
  const hover = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const moveTo = (held: Drag, x: number) => {
    const at = view.timeAt(x)
    if (held.kind === 'seek') return playback.seek(at)
    if (Math.abs(x - held.startX) < slack && typeof playback.shown().loop !== 'object') return
    playback.set({ loop: { from: Math.min(at, held.fixed), to: Math.max(at, held.fixed) } })
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // A finger scrolls a zoomed waveform: it seeks by a tap.
      if (event.button !== 0 || (event.pointerType === 'touch' && isScrolled(view, event))) return
      const x = xIn(event)
      drag.current = dragOf(event, x, view, playback)
      event.currentTarget.setPointerCapture(event.pointerId)
      if (drag.current.kind === 'seek') moveTo(drag.current, x)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const x = xIn(event)
      showHover(hover.current, event.pointerType === 'mouse' ? x : undefined, view)
      if (drag.current) moveTo(drag.current, x)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const x = xIn(event)
      const held = drag.current
      drag.current = undefined
      if (!held) {
        if (event.pointerType === 'touch') playback.seek(view.timeAt(x))
        return
      }
      if (held.kind !== 'region') return
      const { loop } = playback.shown()
      if (Math.abs(x - held.startX) < slack || typeof loop !== 'object') playback.set({ loop: false })
      else playback.seek(loop.from)
    },
    onPointerCancel: () => {
      drag.current = undefined
    },
    onPointerLeave: () => showHover(hover.current, undefined, view),
  }
  return { hover, handlers }
}

const xIn = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
  clientX - currentTarget.getBoundingClientRect().left

const part = ({ target }: PointerEvent, name: string) =>
  target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`) : null

const isScrolled = (view: WaveView, event: PointerEvent) =>
  view.shown().scale !== undefined && !part(event, 'axis') && !part(event, 'edge')

function dragOf(event: PointerEvent, x: number, view: WaveView, playback: Followed): Drag {
  const edge = part(event, 'edge')?.dataset.edge
  const { loop } = playback.shown()
  if (edge && typeof loop === 'object')
    return { kind: 'region', fixed: edge === 'from' ? loop.to : loop.from, startX: Number.NEGATIVE_INFINITY }
  if (event.shiftKey || part(event, 'axis')) return { kind: 'region', fixed: view.timeAt(x), startX: x }
  return { kind: 'seek' }
}

function showHover(line: HTMLElement | null, x: number | undefined, view: WaveView): void {
  if (!line) return
  line.hidden = x === undefined
  if (x === undefined) return
  line.style.transform = `translateX(${x}px)`
  const [label] = line.children
  if (!(label instanceof HTMLElement)) return
  label.textContent = clockTime(view.timeAt(x))
  // On the side with more room.
  label.style.translate = x > view.width / 2 ? '-100%' : ''
}
