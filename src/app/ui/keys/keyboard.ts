import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { useWindowEvent } from '../hooks/use-window-event.ts'
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

/** Calls `press` with each key that is pressed anywhere in the page while no dialog is open. */
export const usePageKeys = (press: (event: KeyboardEvent) => void): void =>
  useWindowEvent('keydown', (event) => {
    if (document.querySelector('dialog[open]') === null) press(event)
  })

/** Esc stops the run; open dialogs and lists handle the key first. */
export const useStopKey = (running: boolean, stop: () => void): void =>
  usePageKeys((event) => {
    if (running && event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) stop()
  })
