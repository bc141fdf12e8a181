import type { Playback, Region } from '../player/playback.ts'
import type { KeyRow, PlayerKeys } from '../player/player-key.ts'

export const soundSpeeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]

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

/** The keys of a sound player for one press. `seconds` is the length. */
export function soundKeys(playback: Playback, seconds: number): PlayerKeys {
  const { speed, loop } = playback.shown()
  const turn = (by: 1 | -1) => playback.set({ speed: soundSpeeds[soundSpeeds.indexOf(speed) + by] ?? speed })
  return {
    once: new Map([
      [' ', playback.toggle],
      ['k', playback.toggle],
      ['l', () => playback.set({ loop: loop === false })],
      ['m', playback.mute],
      ['[', () => moveEdge(playback, 'from', seconds)],
      [']', () => moveEdge(playback, 'to', seconds)],
      ['<', () => turn(-1)],
      ['>', () => turn(1)],
      ['Home', () => playback.seek(0)],
      ['End', () => playback.seek(seconds)],
    ]),
    repeated: new Map([
      ['ArrowLeft', () => playback.skip(-5)],
      ['ArrowRight', () => playback.skip(5)],
      ['Shift+ArrowLeft', () => playback.skip(-1)],
      ['Shift+ArrowRight', () => playback.skip(1)],
    ]),
  }
}

/** Moves one end of the part that is repeated to the position. */
export const moveEdge = (playback: Playback, edge: keyof Region, seconds: number): void =>
  playback.set({ loop: edgeAt(playback.shown().loop, edge, playback.time(), seconds) })

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
