/** What a key does in the player. */
export type PlayerCommand =
  | { readonly kind: 'play' | 'mute' | 'fullScreen' }
  /** In seconds. */
  | { readonly kind: 'skip'; readonly by: number }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'end'; readonly of: 'start' | 'end' }

const letters: Readonly<Record<string, PlayerCommand>> = {
  k: { kind: 'play' },
  j: { kind: 'skip', by: -5 },
  l: { kind: 'skip', by: 5 },
  ',': { kind: 'step', by: -1 },
  '.': { kind: 'step', by: 1 },
  m: { kind: 'mute' },
  f: { kind: 'fullScreen' },
}

const keys: Readonly<Record<string, PlayerCommand>> = {
  ' ': { kind: 'play' },
  ArrowLeft: { kind: 'skip', by: -1 },
  ArrowRight: { kind: 'skip', by: 1 },
  Home: { kind: 'end', of: 'start' },
  End: { kind: 'end', of: 'end' },
}

export interface KeyRow {
  readonly keys: readonly string[]
  readonly what: string
  /** Single letters or signs are all that does it: they can be switched off. */
  readonly letters?: true
}

/** The keys as they are listed. */
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
  /** With `Shift+` before it where that has a meaning of its own. */
  readonly key: string
  /** The single letter that it means, if letters are on and it is pressed where they count. */
  readonly letter: string | undefined
  /** Ctrl, ⌘, Alt or, without a meaning of its own, Shift is held. */
  readonly isModified: boolean
  /** What has the focus. */
  readonly target: Element
}

/** The command of a key that is pressed in the player; undefined if it belongs to the focused control or to the page. */
export const playerCommand = (press: Press): PlayerCommand | undefined => commandOf(press, letters, keys)

/** The same for any player: by single letters, and by other keys. */
export function commandOf<Command>(
  { key, letter, isModified, target }: Press,
  letters: Readonly<Record<string, Command>>,
  keys: Readonly<Record<string, Command>>,
): Command | undefined {
  const byLetter =
    letter === undefined || letter === ' ' || !Object.hasOwn(letters, letter) ? undefined : letters[letter]
  if (byLetter || isModified || !Object.hasOwn(keys, key)) return byLetter
  // The volume and the speed have arrows of their own; Space presses a button.
  if (target.matches('select, input:not([data-seek])')) return undefined
  if (key === ' ' && target.matches('button, a')) return undefined
  return keys[key]
}
