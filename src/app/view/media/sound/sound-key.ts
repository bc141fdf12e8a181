import type { Playback, Region } from '../player/playback.ts'
import type { KeyMap, KeyRow } from '../player/player-key.ts'

export type SoundCommand =
  | { readonly kind: 'play' | 'mute' | 'loop' }
  /** In seconds; repeated while the key is held. */
  | { readonly kind: 'skip'; readonly by: number }
  | { readonly kind: 'end'; readonly of: 'start' | 'end' }
  /** Where the part that is repeated begins or ends: here. */
  | { readonly kind: 'edge'; readonly of: keyof Region }
  | { readonly kind: 'speed'; readonly by: 1 | -1 }

const letters = new Map(
  Object.entries<SoundCommand>({
    k: { kind: 'play' },
    l: { kind: 'loop' },
    m: { kind: 'mute' },
    '[': { kind: 'edge', of: 'from' },
    ']': { kind: 'edge', of: 'to' },
    '<': { kind: 'speed', by: -1 },
    '>': { kind: 'speed', by: 1 },
  }),
)

const keys = new Map(
  Object.entries<SoundCommand>({
    ' ': { kind: 'play' },
    ArrowLeft: { kind: 'skip', by: -5 },
    ArrowRight: { kind: 'skip', by: 5 },
    'Shift+ArrowLeft': { kind: 'skip', by: -1 },
    'Shift+ArrowRight': { kind: 'skip', by: 1 },
    Home: { kind: 'end', of: 'start' },
    End: { kind: 'end', of: 'end' },
  }),
)

export const soundKeys: KeyMap<SoundCommand> = { letters, keys }

export const soundKeyRows: readonly KeyRow[] = [
  { keys: ['Space', 'K'], what: 'Play or pause' },
  { keys: ['← →'], what: 'Back, forward 5 s' },
  { keys: ['Shift ← →'], what: 'Back, forward 1 s' },
  { keys: ['Home', 'End'], what: 'Start, end' },
  { keys: ['L'], what: 'Loop on or off', letters: true },
  { keys: ['[', ']'], what: 'Loop from here, to here', letters: true },
  { keys: ['<', '>'], what: 'Slower, faster', letters: true },
  { keys: ['M'], what: 'Mute', letters: true },
]

export const soundSpeeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** Does what a key or a button says. `seconds` is the length. */
export function runSound(playback: Playback, command: SoundCommand, seconds: number): void {
  const { speed, loop } = playback.shown()
  switch (command.kind) {
    case 'play':
      playback.toggle()
      break
    case 'mute':
      playback.mute()
      break
    case 'loop':
      playback.set({ loop: loop === false })
      break
    case 'skip':
      playback.skip(command.by)
      break
    case 'end':
      playback.seek(command.of === 'start' ? 0 : seconds)
      break
    case 'edge':
      playback.set({ loop: edgeAt(loop, command.of, playback.time(), seconds) })
      break
    case 'speed':
      playback.set({ speed: soundSpeeds[soundSpeeds.indexOf(speed) + command.by] ?? speed })
      break
  }
}

/** Shorter parts are not repeated, in seconds. */
const shortest = 0.05

/** A region with one edge moved; the other goes to the end of the sound where it would be too near, or on the wrong side. */
export function edgeAt(loop: Region | boolean, edge: keyof Region, at: number, seconds: number): Region | boolean {
  const { from, to } = typeof loop === 'object' ? loop : { from: 0, to: seconds }
  const next =
    edge === 'from'
      ? { from: at, to: to - at < shortest ? seconds : to }
      : { from: at - from < shortest ? 0 : from, to: at }
  return next.to - next.from < shortest ? loop : next
}
