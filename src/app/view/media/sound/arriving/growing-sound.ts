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

let handed: { readonly sound: Handed; readonly file: Whole } | undefined

/** Players that know their length, before which they could not play from a position. */
const takers = new Set<{ readonly file: Whole; readonly playback: Taker }>()

/** In ms: what no player takes over until then is closed. */
const patience = 5000

/** Hands a whole sound over to the player of its file, which plays on where this one is. Either may be there first. */
export function handOver(sound: Handed, file: Required<Whole>): void {
  handed?.sound.close()
  handed = undefined
  const taker = [...takers].find((one) => isSame(one.file, file))
  if (taker) playOn(sound, taker)
  else wait({ sound, file })
}

function wait(mine: NonNullable<typeof handed>): void {
  handed = mine
  setTimeout(() => {
    if (handed !== mine) return
    handed = undefined
    mine.sound.close()
  }, patience)
}

/** Takes over what is or will be handed over for this file. Returns the end of that. */
export function takeOver(file: Whole, playback: Taker): () => void {
  const mine = { file, playback }
  takers.add(mine)
  if (handed && isSame(handed.file, file)) {
    const { sound } = handed
    handed = undefined
    playOn(sound, mine)
  } else if (taken && isSame(taken.file, file)) {
    const passed = performance.now() - taken.since
    if (passed < again) start(playback, taken.from + passed / 1000)
  }
  return () => void takers.delete(mine)
}

/** What plays on by itself, and since when (ms): its player loads the file once more when the run has been stored. */
let taken: { readonly file: Whole; readonly from: number; readonly since: number } | undefined

const again = 2000

function playOn(sound: Handed, { file, playback }: { readonly file: Whole; readonly playback: Taker }): void {
  const from = sound.time()
  taken = sound.state === 'playing' ? { file, from, since: performance.now() } : undefined
  if (sound.state === 'playing') start(playback, from)
  else if (sound.state !== 'ended') playback.seek(from)
  sound.close()
}

/** It pauses whatever else sounds: one sound plays at a time. */
function start(playback: Taker, from: number): void {
  playback.seek(from)
  playback.play()
}

export function useTakeOver({ run, size }: MediaFile, playback: Playback, isReady: boolean): void {
  useEffect(
    () => (isReady && run !== undefined ? takeOver({ run, size }, playback) : undefined),
    [run, size, playback, isReady],
  )
}
