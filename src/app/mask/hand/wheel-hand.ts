import type { MaskDesk } from '../canvas/mask-desk.ts'
import { wheelMeaning } from './wheel.ts'

/** What the wheel does over the canvas. */
export function listenToWheel(desk: MaskDesk, canvas: HTMLCanvasElement, signal: AbortSignal): void {
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
    if (meaning?.kind === 'zoom') desk.screen.zoom(desk.screen.view.scale * meaning.factor, at)
    else if (meaning?.kind === 'pan') desk.screen.moveBy(meaning.by)
    else if (meaning) desk.do(meaning)
  }
  // Else the page would scroll, and Ctrl would zoom all of it.
  canvas.addEventListener('wheel', onWheel, { signal, passive: false })
}
