import { ownOf } from '#contract/core/loose-json.ts'
import { type MaskTool, maskTools } from '../tools/tools.ts'

export type Command =
  | { readonly kind: 'tool'; readonly tool: MaskTool }
  | { readonly kind: 'size' | 'hardness' | 'zoom'; readonly direction: 1 | -1 }
  | { readonly kind: 'undo' | 'redo' | 'clear' | 'invert' | 'fit' | 'actual' }
  /** As long as its key is held. */
  | { readonly kind: 'original' }
  /** The list of keys. */
  | { readonly kind: 'keys' }

/** The key that a person gave to an action in place of its usual ones, by the action's id. */
export type OwnKeys = Readonly<Record<string, string>>

export interface KeyAction {
  readonly id: string
  readonly name: string
  readonly command: Command
  /** Names of keys on a US keyboard. */
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

/** The keys that an action has now. */
export const keysOf = (action: KeyAction, own: OwnKeys): readonly string[] =>
  [ownOf(own, action.id) ?? action.usual].flat().filter((key) => holderOf(key, own) === action)

/** Assigns a key to an action, taking it from any other. One of its default keys restores all of them. */
export function withKey(own: OwnKeys, { id, usual }: KeyAction, key: string): OwnKeys {
  const others = Object.entries(own).filter(([other, its]) => other !== id && its !== key)
  return Object.fromEntries(usual.includes(key) ? others : [...others, [id, key]])
}

/** Restores an action's default keys. */
export const withoutKey = (own: OwnKeys, { id }: KeyAction): OwnKeys =>
  Object.fromEntries(Object.entries(own).filter(([other]) => other !== id))
