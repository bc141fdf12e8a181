import { letterOf } from '../../ui/keys/letter-keys.tsx'

/** What of a key press is looked at. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'getModifierState'
>

/** Keys that write nothing and are free all the same. */
const wordKeys = ['Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown']

/** Whether a key holds where single letters are switched off. */
export const isWordKey = (key: string): boolean => wordKeys.includes(key)

/** Whether something that was kept can be the name of a key. */
export const isKeyName = (key: string): boolean => isWordKey(key) || /^(Shift )?\S$/u.test(key)

/**
 * What a key is called here: what it writes, letters in lower case and, with Shift, after `Shift `. Undefined for keys that have no
 * say here, in text boxes, and where single letters are switched off.
 */
export function nameOfKey(press: KeyPress): string | undefined {
  const { key, target, ctrlKey, altKey, metaKey } = press
  if (isWordKey(key)) return ctrlKey || altKey || metaKey ? undefined : key
  // On many keyboards brackets stand behind AltGr, which counts as Ctrl and Alt.
  const isThird = press.getModifierState('AltGraph')
  const letter = letterOf(isThird ? { key, target, ctrlKey: false, altKey: false, metaKey: false } : press)
  return letter === undefined || letter === ' ' ? undefined : written(press)
}

/** What the key would write on a US keyboard, where that is a sign that others lack. */
export function nameOfPlace({ code, shiftKey }: KeyPress): string | undefined {
  if (code === 'BracketLeft') return shiftKey ? '{' : '['
  if (code === 'BracketRight') return shiftKey ? '}' : ']'
  if (code === 'Backslash') return '\\'
  return shiftKey ? undefined : /^Digit([01])$/.exec(code)?.[1]
}

/** As people read it. */
export function shownKey(key: string): string {
  if (isWordKey(key)) return key.replace('Delete', 'Del').replace('Page', 'Pg')
  return `${key.slice(0, -1)}${key.slice(-1).toUpperCase()}`
}

type KeyChoice =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'refused'; readonly why: string }
  /** Shift and its like: another key follows. */
  | { readonly kind: 'waits' }

/** What a person pressed in order to give it to an action. */
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
