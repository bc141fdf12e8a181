import type { KeyboardEvent } from 'react'
import { isFirstPress } from '../../../ui/keys/first-press.ts'
import { isComposing } from '../../../ui/keys/key-press.ts'

/**
 * The send key of a message and of one that is edited: Enter, with Ctrl or ⌘ too, without Shift and Alt, which make a new line. Sends once a
 * gesture, and nothing while an input method is composing. Returns whether the key was handled here.
 */
export function onSendKey(event: KeyboardEvent, send: () => void): boolean {
  if (isComposing(event.nativeEvent)) return true
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false
  event.preventDefault()
  event.stopPropagation()
  if (isFirstPress(event.nativeEvent)) send()
  return true
}
