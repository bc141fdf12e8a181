import { useEffect, useState } from 'react'
import { hasModifier } from '../ui/keys/keyboard.ts'
import { letterOf } from '../ui/keys/letter-keys.tsx'

/** What is laid over the page by a key. */
export type PageOverlay = 'shortcuts' | 'palette'

/** What a press asks for. Where a keyboard has no Latin letters, the place of K counts; where / needs Shift, Shift is no other key. */
export function overlayOf(event: KeyboardEvent): PageOverlay | undefined {
  const { key, code, altKey, shiftKey } = event
  if (letterOf(event) === '?') return 'shortcuts'
  if (altKey || !hasModifier(event)) return undefined
  if (key === '/') return 'shortcuts'
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '~')
  return isK && !shiftKey ? 'palette' : undefined
}

/** The overlay that is open, and the keys that open one while no dialog has the focus. */
export function useOverlay(): [
  overlay: PageOverlay | undefined,
  setOverlay: (overlay: PageOverlay | undefined) => void,
] {
  const [overlay, setOverlay] = useState<PageOverlay>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = overlayOf(event)
      if (asked === undefined) return
      event.preventDefault()
      // Another dialog is open, and has the keys.
      if (!document.querySelector('dialog[open]')) setOverlay(asked)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return [overlay, setOverlay]
}
