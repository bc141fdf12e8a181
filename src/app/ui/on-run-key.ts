import type { KeyboardEvent } from 'react'
import { isFirstPress } from './first-press.ts'
import { isComposing } from './is-composing.ts'

/** Listens for Ctrl or ⌘ with Enter in a whole panel; runs once for a gesture. */
export function onRunKey(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (isFirstPress(event.nativeEvent)) run()
  }
}
