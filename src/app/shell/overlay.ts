import { hasModifier } from '../ui/keyboard.ts'
import { letterOf } from '../ui/letter-keys.tsx'

/** What is laid over the page by a key. */
export type Overlay = 'shortcuts' | 'palette'

/** What a press asks for. Where a keyboard has no Latin letters, the place of K counts; where / needs Shift, Shift is no other key. */
export function overlayOf(event: KeyboardEvent): Overlay | undefined {
  const { key, code, altKey, shiftKey } = event
  if (letterOf(event) === '?') return 'shortcuts'
  if (altKey || !hasModifier(event)) return undefined
  if (key === '/') return 'shortcuts'
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '~')
  return isK && !shiftKey ? 'palette' : undefined
}
