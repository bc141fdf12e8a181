import type { KeyboardEvent } from 'react'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'

export type PlayerCommand =
  | { readonly kind: 'play' | 'mute' | 'fullScreen' }
  /** In seconds. */
  | { readonly kind: 'skip'; readonly by: number }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'end'; readonly of: 'start' | 'end' }

export interface KeyMap<Command> {
  readonly letters: ReadonlyMap<string, Command>
  /** With `Shift+` before it where it is held. */
  readonly keys: ReadonlyMap<string, Command>
}

const letters = new Map(
  Object.entries<PlayerCommand>({
    k: { kind: 'play' },
    j: { kind: 'skip', by: -5 },
    l: { kind: 'skip', by: 5 },
    ',': { kind: 'step', by: -1 },
    '.': { kind: 'step', by: 1 },
    m: { kind: 'mute' },
    f: { kind: 'fullScreen' },
  }),
)

const keys = new Map(
  Object.entries<PlayerCommand>({
    ' ': { kind: 'play' },
    ArrowLeft: { kind: 'skip', by: -1 },
    ArrowRight: { kind: 'skip', by: 1 },
    Home: { kind: 'end', of: 'start' },
    End: { kind: 'end', of: 'end' },
  }),
)

export const videoKeys: KeyMap<PlayerCommand> = { letters, keys }

export interface KeyRow {
  readonly keys: readonly string[]
  readonly what: string
  /** Single letters or signs are all that does it: they can be switched off. */
  readonly letters?: true
}

export const playerKeys: readonly KeyRow[] = [
  { keys: ['Space', 'K'], what: 'Play or pause' },
  { keys: [',', '.'], what: 'Previous, next frame', letters: true },
  { keys: ['← →'], what: 'Back, forward 1 s' },
  { keys: ['J', 'L'], what: 'Back, forward 5 s', letters: true },
  { keys: ['Home', 'End'], what: 'First, last frame' },
  { keys: ['M'], what: 'Mute', letters: true },
  { keys: ['F'], what: 'Full screen', letters: true },
]

interface Press {
  readonly key: string
  /** The single letter that it means, if letters are on and it is pressed where they count. */
  readonly letter: string | undefined
  readonly isModified: boolean
  readonly target: Element
}

/** The command of a key that is pressed in a player; undefined if it belongs to the focused control or to the page. @internal */
export function commandOf<Command>(press: Press, { letters, keys }: KeyMap<Command>): Command | undefined {
  const { key, letter, isModified, target } = press
  const byLetter = letter === undefined || letter === ' ' ? undefined : letters.get(letter)
  if (byLetter || isModified) return byLetter
  // The volume and the speed have arrows of their own; Space presses a button.
  if (target.matches('select, input:not([data-seek])')) return undefined
  if (key === ' ' && target.matches('button, a')) return undefined
  return keys.get(key)
}

/** Runs the command of a key, which then does not reach the page. A held key repeats a step or a skip only. */
export function runByKey<Command extends { readonly kind: string }>(
  event: KeyboardEvent<HTMLElement>,
  map: KeyMap<Command>,
  run: (command: Command) => void,
): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (!(target instanceof Element)) return
  const isModified = ctrlKey || metaKey || altKey
  const press = { key: shiftKey ? `Shift+${key}` : key, letter: letterOf(event), isModified, target }
  const command = commandOf(press, map)
  if (!command) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat || command.kind === 'step' || command.kind === 'skip') run(command)
}
