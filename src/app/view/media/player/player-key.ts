import type { KeyboardEvent } from 'react'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'

/** By name: letters and signs, ` `, and names such as `Home`, with `Shift+` before them where it is held. */
export interface PlayerKeys {
  /** Once for a press. */
  readonly once: ReadonlyMap<string, () => void>
  /** Repeated while the key is held. */
  readonly repeated: ReadonlyMap<string, () => void>
}

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
  /** Ctrl, ⌘ or Alt is held. */
  readonly isModified: boolean
  readonly target: Element
}

/** The name of a key that is pressed in a player; undefined if it belongs to the focused control or to the page. @internal */
export function playerKeyOf({ key, letter, isModified, target }: Press): string | undefined {
  if (letter !== undefined && letter !== ' ') return letter
  // Sliders, lists and what is zoomed have arrows of their own; Space presses a button.
  const own =
    key === ' '
      ? 'button, a, summary, select, [type=checkbox], [type=radio]'
      : 'select, input:not([data-seek], [type=checkbox]), [data-arrows]'
  return isModified || (key.length === 1 && key !== ' ') || target.closest(own) ? undefined : key
}

/** Runs what a key does; it then does not reach the page. */
export function runByKey(event: KeyboardEvent<HTMLElement>, { once, repeated }: PlayerKeys): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (!(target instanceof Element)) return
  const isModified = ctrlKey || metaKey || altKey
  const press = { key: shiftKey && key.length > 1 ? `Shift+${key}` : key, letter: letterOf(event), isModified, target }
  const name = playerKeyOf(press) ?? ''
  const run = repeated.get(name) ?? once.get(name)
  if (!run) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat || repeated.has(name)) run()
}
