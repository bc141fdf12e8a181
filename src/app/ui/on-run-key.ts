import type { KeyboardEvent } from 'react'
import { isComposing } from './is-composing.ts'

/** Listens for Ctrl or ⌘ with Enter in a whole panel; a held key runs once. */
export function onRunKey(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    if (isComposing(event.nativeEvent)) return
    event.preventDefault()
    run()
  }
}
