import { useEffect } from 'react'
import { isComposing } from './is-composing.ts'

/** Esc stops what is running; whatever is open (a dialog, a list) takes the key first. */
export function useStopKey(running: boolean, stop: () => void): void {
  useEffect(() => {
    if (!running) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (!document.querySelector('dialog[open]')) stop()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
