import { type PointerEvent, useRef } from 'react'
import { clockTime } from '../../../ui/format.ts'
import type { Followed } from '../player/playback.ts'
import type { WaveView } from './wave-view.ts'

/** What a drag changes. `region` is dragged from `fixed`, its other end. */
type Drag = { readonly kind: 'seek' } | { readonly kind: 'region'; readonly fixed: number; readonly startX: number }

/** A shorter drag, in px, is a press. */
const slack = 4

/** Presses, drags and hovering over a waveform. `hover` is the ref of the line that shows the time under the pointer. */
export function useWavePointer(view: WaveView, playback: Followed) {
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
