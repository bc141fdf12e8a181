import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react'
import { isFirstPress } from './first-press.ts'
import { isComposing } from './key-press.ts'

const apple = /Mac|iPhone|iPad|iPod/.test(navigator.platform)

/** The name of the key that commands begin with on this machine. */
export const modifierName = apple ? '⌘' : 'Ctrl'

/** Whether that key alone is held: on a Mac, Ctrl K is a shortcut of text boxes. */
export const hasModifier = ({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean =>
  apple ? metaKey && !ctrlKey : ctrlKey && !metaKey

/** Listens for Ctrl or ⌘ with Enter in a whole panel; runs once for a gesture. */
export function onRunKey(run: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (isFirstPress(event.nativeEvent)) run()
  }
}

/** Esc stops the run; open dialogs and lists handle the key first. */
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
