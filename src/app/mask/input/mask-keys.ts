import { ownOf } from '#contract/core/loose-json.ts'
import { letterOf } from '../../ui/keys/letter-keys.tsx'
import { type MaskTool, maskTools } from '../tools/mask-tools.ts'

export type MaskCommand =
  | { readonly kind: 'tool'; readonly tool: MaskTool }
  | { readonly kind: 'size' | 'hardness'; readonly direction: 1 | -1 }
  | { readonly kind: 'undo' | 'redo' | 'clear' | 'invert' }

/** Changes what is shown. `original`: as long as its key is held. `keys`: the list of shortcuts. */
type ViewCommand =
  | { readonly kind: 'zoom'; readonly direction: 1 | -1 }
  | { readonly kind: 'fit' }
  | { readonly kind: 'actual' }
  | { readonly kind: 'original' }
  | { readonly kind: 'keys' }

export type Command = MaskCommand | ViewCommand

export type OwnKeys = Readonly<Record<string, string>>

export interface KeyAction {
  readonly id: string
  readonly name: string
  readonly command: Command
  /** Default keys, by their names on a US keyboard. */
  readonly usual: readonly string[]
}

/** What keys on the canvas do, apart from those that move and draw: each can be given another key. */
export const keyActions: readonly KeyAction[] = [
  ...maskTools.map(
    ({ id, name, letters }): KeyAction => ({ id, name, command: { kind: 'tool', tool: id }, usual: [...letters] }),
  ),
  { id: 'smaller', name: 'Smaller brush', command: { kind: 'size', direction: -1 }, usual: ['[', ','] },
  { id: 'larger', name: 'Larger brush', command: { kind: 'size', direction: 1 }, usual: [']', '.'] },
  { id: 'softer', name: 'Softer brush', command: { kind: 'hardness', direction: -1 }, usual: ['{', '<'] },
  { id: 'harder', name: 'Harder brush', command: { kind: 'hardness', direction: 1 }, usual: ['}', '>'] },
  { id: 'invert', name: 'Invert', command: { kind: 'invert' }, usual: ['i', 'Shift v'] },
  { id: 'clear', name: 'Clear', command: { kind: 'clear' }, usual: ['Delete'] },
  { id: 'fit', name: 'Fit', command: { kind: 'fit' }, usual: ['0'] },
  { id: 'actual', name: '100%', command: { kind: 'actual' }, usual: ['1'] },
  { id: 'closer', name: 'Zoom in', command: { kind: 'zoom', direction: 1 }, usual: ['+', '='] },
  { id: 'farther', name: 'Zoom out', command: { kind: 'zoom', direction: -1 }, usual: ['-', '_'] },
  { id: 'original', name: 'Show original (hold)', command: { kind: 'original' }, usual: ['\\'] },
  { id: 'keys', name: 'Keyboard shortcuts', command: { kind: 'keys' }, usual: ['k'] },
]

/** The action that a key triggers: custom keys win over default ones. */
export function holderOf(key: string, own: OwnKeys): KeyAction | undefined {
  const given = keyActions.find(({ id }) => ownOf(own, id) === key)
  return given ?? keyActions.find(({ id, usual }) => ownOf(own, id) === undefined && usual.includes(key))
}

export const keysOf = (action: KeyAction, own: OwnKeys): readonly string[] =>
  [ownOf(own, action.id) ?? action.usual].flat().filter((key) => holderOf(key, own) === action)

/** Assigns a key to an action, taking it from any other. One of its default keys restores all of them. */
export function withKey(own: OwnKeys, { id, usual }: KeyAction, key: string): OwnKeys {
  const others = Object.entries(own).filter(([other, its]) => other !== id && its !== key)
  return Object.fromEntries(usual.includes(key) ? others : [...others, [id, key]])
}

export const withoutKey = (own: OwnKeys, { id }: KeyAction): OwnKeys =>
  Object.fromEntries(Object.entries(own).filter(([other]) => other !== id))

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'getModifierState'
>

const wordKeys = ['Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown']

export const isWordKey = (key: string): boolean => wordKeys.includes(key)

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

export function shownKey(key: string): string {
  if (isWordKey(key)) return key.replace('Delete', 'Del').replace('Page', 'Pg')
  return `${key.slice(0, -1)}${key.slice(-1).toUpperCase()}`
}

type KeyChoice =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'refused'; readonly why: string }
  /** Shift and its like: another key follows. */
  | { readonly kind: 'waits' }

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
