import { useWindowEvent } from '../ui/hooks/use-window-event.ts'
import { hasModifier } from '../ui/keys/keyboard.ts'
import { letterOf } from '../ui/keys/letter-keys.tsx'
import { openOverlay } from '../ui/page-overlay.ts'

/** What a press asks for. Where a keyboard has no Latin letters, the place of K counts; where / needs Shift, Shift is no other key. */
export function overlayOf(event: KeyboardEvent): 'shortcuts' | 'palette' | undefined {
  const { key, code, altKey, shiftKey } = event
  if (letterOf(event) === '?') return 'shortcuts'
  if (altKey || !hasModifier(event)) return undefined
  if (key === '/') return 'shortcuts'
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '~')
  return isK && !shiftKey ? 'palette' : undefined
}

export const useOverlayKeys = (isOn: boolean): void =>
  useWindowEvent('keydown', (event) => {
    const asked = overlayOf(event)
    if (!isOn || asked === undefined) return
    event.preventDefault()
    // Another dialog is open, and has the keys.
    if (!document.querySelector('dialog[open]')) openOverlay(asked)
  })
