import { useEffect } from 'react'
import type { MediaFile } from '../../media-file.tsx'
import type { Playback } from '../../player/playback.ts'

/** A sound that is played while its bytes arrive. It makes no sound before `play`. Times are in seconds. */
export interface GrowingSound {
  /** Appends bytes; takes their buffer over. */
  push(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
  /** Plays on, as soon as there is something to play. The browser may refuse without a gesture: then it stays paused. */
  play(): void
  pause(): void
  close(): void
  readonly state: 'playing' | 'paused' | 'ended' | 'failed'
  time(): number
  ready(): number
  onChange: () => void
}

type Handed = Pick<GrowingSound, 'state' | 'time' | 'close'>
type Taker = Pick<Playback, 'seek' | 'play'>

/** The file that a sound has become: the run that it came with, and its size in bytes. */
type Whole = Pick<MediaFile, 'run' | 'size'>

const isSame = (one: Whole, other: Whole) => one.run === other.run && one.size === other.size

/** What no player has taken over yet; closed after some ms. */
let waiting: { readonly sound: Handed; readonly file: Whole } | undefined

/** Players that know their length, before which they could not play from a position. */
const takers = new Set<{ readonly file: Whole; readonly playback: Taker }>()

const patience = 5000
const again = 2000

function wait(sound: Handed, file: Whole, ms: number): void {
  const mine = { sound, file }
  waiting = mine
  setTimeout(() => {
    if (waiting !== mine) return
    waiting = undefined
    sound.close()
  }, ms)
}

/** Hands a whole sound over to the player of its file, which plays on where this one is. Either may be there first. */
export function handOver(sound: Handed, file: Required<Whole>): void {
  waiting?.sound.close()
  wait(sound, file, patience)
  const taker = [...takers].find((one) => isSame(one.file, file))
  if (taker) playOn(taker.file, taker.playback)
}

/** Takes over what is or will be handed over for this file. Returns the end of that. */
export function takeOver(file: Whole, playback: Taker): () => void {
  const mine = { file, playback }
  takers.add(mine)
  playOn(file, playback)
  return () => void takers.delete(mine)
}

/** A player loads its file once more when the run has been stored: what it took over then plays on by the clock. */
function playOn(file: Whole, playback: Taker): void {
  if (!waiting || !isSame(waiting.file, file)) return
  const { sound } = waiting
  waiting = undefined
  const [from, since] = [sound.time(), performance.now()]
  if (sound.state !== 'ended') playback.seek(from)
  if (sound.state === 'playing') {
    playback.play()
    const time = () => from + (performance.now() - since) / 1000
    wait({ state: 'playing', time, close() {} }, file, again)
  }
  sound.close()
}

export function useTakeOver({ run, size }: MediaFile, playback: Playback, isReady: boolean): void {
  useEffect(
    () => (isReady && run !== undefined ? takeOver({ run, size }, playback) : undefined),
    [run, size, playback, isReady],
  )
}
