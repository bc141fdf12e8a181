import type { Point } from '../../view/zoom.ts'
import type { MaskView } from '../canvas/mask-view.ts'

type WheelMeaning =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly by: Point }
  | { readonly kind: 'size'; readonly direction: 1 | -1 }

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** CSS pixels per `deltaMode`: pixels, lines, pages. */
const units = [1, 33, 400]

/**
 * Maps a wheel event to a command. Browsers report a trackpad pinch as a wheel event with `ctrlKey`; `ctrlHeld` is whether the key is
 * really down, which distinguishes a pinch from Ctrl and the wheel.
 */
export function wheelMeaning(turn: Turn, ctrlHeld: boolean): WheelMeaning | undefined {
  const unit = units[turn.deltaMode] ?? 1
  const across = turn.deltaX * unit
  const down = turn.deltaY * unit
  const more = down || across
  if (more === 0) return undefined
  const isPinch = turn.ctrlKey && !ctrlHeld && Math.abs(down) < 50
  if (isPinch) return { kind: 'zoom', factor: Math.exp(-down / 100) }
  if (turn.ctrlKey || turn.altKey || turn.metaKey) return { kind: 'size', direction: more < 0 ? 1 : -1 }
  if (turn.shiftKey) return { kind: 'pan', by: { x: -(across || down), y: 0 } }
  if (Math.abs(across) > Math.abs(down)) return { kind: 'pan', by: { x: -across, y: -down } }
  return { kind: 'zoom', factor: Math.exp((-Math.max(-300, Math.min(300, down)) / 100) * Math.log(1.25)) }
}

export function listenToWheel(view: MaskView, canvas: HTMLCanvasElement, signal: AbortSignal): void {
  let ctrl: 'up' | 'held' = 'up'
  const onKey = ({ key, type }: KeyboardEvent) => {
    if (key === 'Control') ctrl = type === 'keydown' ? 'held' : 'up'
  }
  addEventListener('keydown', onKey, { signal, capture: true })
  addEventListener('keyup', onKey, { signal, capture: true })
  addEventListener('blur', () => (ctrl = 'up'), { signal })
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const meaning = wheelMeaning(event, ctrl === 'held')
    const box = canvas.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    if (meaning?.kind === 'zoom') view.screen.zoom(view.view.scale * meaning.factor, at)
    else if (meaning?.kind === 'pan') view.screen.moveBy(meaning.by)
    else if (meaning) view.do(meaning)
  }
  // Not passive: `preventDefault` keeps the page from scrolling and zooming.
  canvas.addEventListener('wheel', onWheel, { signal, passive: false })
}
