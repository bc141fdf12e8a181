import { letterOf } from '../ui/keys/letter-keys.tsx'

export type StageCommand =
  | 'next'
  | 'previous'
  | 'black'
  | 'timer'
  | 'reset'
  | 'notes'
  | 'play'
  | 'escape'
  /** The card at this place, from 0. */
  | number

const fields = 'input, textarea, select, [contenteditable], [data-editor]'
/** What uses the arrow keys itself. */
const takesArrows = `${fields}, video, audio, [role=slider], [role=tab], [role=menu], [role=listbox], [role=separator]`
/** What Space presses or plays. */
const takesSpace = `${takesArrows}, button, a, summary, [role=menuitem]`

const byKey = new Map<string, StageCommand>([
  ['PageDown', 'next'],
  ['PageUp', 'previous'],
  ['ArrowRight', 'next'],
  ['ArrowLeft', 'previous'],
  ['Escape', 'escape'],
  [' ', 'play'],
])
const byLetter = new Map<string, StageCommand>([
  ['.', 'black'],
  ['t', 'timer'],
  ['r', 'reset'],
])

/** What a key asks of the stage; undefined for a key that it does not know, and for one that belongs to what has the focus. */
export function commandOf(event: KeyboardEvent): StageCommand | undefined {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey || altKey || event.defaultPrevented) return undefined
  // In a window of its own, an element is none of this window's.
  const holder = target !== null && 'closest' in target ? (target as Element) : undefined
  if (/^Page/.test(key) && holder?.matches('textarea') && holder.scrollHeight > holder.clientHeight) return undefined
  if (/^Arrow/.test(key) && holder?.closest(takesArrows)) return undefined
  if (key === ' ' && holder?.closest(takesSpace)) return undefined
  const known = byKey.get(key)
  if (known !== undefined) return shiftKey ? undefined : known
  const letter = letterOf(event)
  if (letter === undefined) return undefined
  if (letter === 'n') return shiftKey ? 'notes' : undefined
  if (/^[1-9]$/.test(letter)) return Number(letter) - 1
  return shiftKey ? undefined : byLetter.get(letter)
}

/** Whether a text field has the focus, which Escape leaves first. */
export const isInField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(fields)
