import type { Point } from '../canvas/view.ts'

export type WheelMeaning =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly by: Point }
  | { readonly kind: 'size'; readonly direction: 1 | -1 }

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Pixels of a line and of a page, where a browser tells those. */
const units = [1, 33, 400]

/**
 * What a turn of the wheel means. A pinch on a trackpad comes as a wheel with Ctrl that nobody holds down, which is how it is told
 * from Ctrl and the wheel: `ctrlHeld` says whether the key itself was seen.
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
