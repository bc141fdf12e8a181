import { letterOf } from '../../ui/keys/letter-keys.tsx'

/** The part of a keyboard event that is read. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'getModifierState'
>

/** Keys that type nothing and may be assigned. */
const wordKeys = ['Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown']

/** Whether a key works while single-letter keys are switched off. */
export const isWordKey = (key: string): boolean => wordKeys.includes(key)

/** Whether a stored string can be the name of a key. */
export const isKeyName = (key: string): boolean => isWordKey(key) || /^(Shift )?\S$/u.test(key)

/**
 * The name of a key: the character it types, letters in lower case, with the prefix `Shift ` if held. Undefined for other keys, in text
 * boxes, and while single-letter keys are switched off.
 */
export function nameOfKey(press: KeyPress): string | undefined {
  const { key, target, ctrlKey, altKey, metaKey } = press
  if (isWordKey(key)) return ctrlKey || altKey || metaKey ? undefined : key
  // On many keyboards brackets need AltGr, which sets `ctrlKey` and `altKey`.
  const isThird = press.getModifierState('AltGraph')
  const letter = letterOf(isThird ? { key, target, ctrlKey: false, altKey: false, metaKey: false } : press)
  return letter === undefined || letter === ' ' ? undefined : written(press)
}

/** The character of the key's position on a US keyboard, for signs that other layouts lack. */
export function nameOfPlace({ code, shiftKey }: KeyPress): string | undefined {
  if (code === 'BracketLeft') return shiftKey ? '{' : '['
  if (code === 'BracketRight') return shiftKey ? '}' : ']'
  if (code === 'Backslash') return '\\'
  return shiftKey ? undefined : /^Digit([01])$/.exec(code)?.[1]
}

/** The name for display. */
export function shownKey(key: string): string {
  if (isWordKey(key)) return key.replace('Delete', 'Del').replace('Page', 'Pg')
  return `${key.slice(0, -1)}${key.slice(-1).toUpperCase()}`
}

type KeyChoice =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'refused'; readonly why: string }
  /** Shift and its like: another key follows. */
  | { readonly kind: 'waits' }

/** Reads a press that assigns a key to an action. */
export function chosenKey(press: KeyPress): KeyChoice {
  const { key, ctrlKey, altKey, metaKey } = press
  if (/^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Fn)$/.test(key)) return { kind: 'waits' }
  if ((ctrlKey || altKey || metaKey) && !press.getModifierState('AltGraph'))
    return { kind: 'refused', why: 'Ctrl, Alt and ⌘ are reserved for the app and the browser.' }
  if (key === '?') return { kind: 'refused', why: '? opens the list of all shortcuts.' }
  if (isWordKey(key)) return { kind: 'key', key }
  if (key.length === 1 && key !== ' ') return { kind: 'key', key: written(press) }
  return { kind: 'refused', why: `${key === ' ' ? 'Space' : key} is reserved.` }
}

function written(press: KeyPress): string {
  const letter = latin(press)
  return press.shiftKey && letter !== letter.toUpperCase() ? `Shift ${letter}` : letter
}

/** The Latin letter or sign of a key, on keyboards of other scripts by its place. */
export function latin({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key.toLowerCase()
}
