import { useEffect } from 'react'
import type { Playback } from '../playback.ts'
import type { GrowingSound } from './growing-sound.ts'

type Handed = Pick<GrowingSound, 'state' | 'time' | 'close'>

/** A sound that was played while it arrived, with the size of its file in bytes, until a player takes it over. */
let handed: { readonly sound: Handed; readonly size: number } | undefined

/** In ms: what no player takes over until then is closed. */
const patience = 5000

/** Hands a whole sound over to the player of its file, which plays on where this one is. */
export function handOver(sound: Handed, size: number): void {
  handed?.sound.close()
  const mine = { sound, size }
  handed = mine
  setTimeout(() => {
    if (handed !== mine) return
    handed = undefined
    sound.close()
  }, patience)
}

/** Takes over what was handed over for a file of this size: its position, and playing where it plays. */
export function takeOver(size: number, playback: Pick<Playback, 'seek' | 'play'>): void {
  if (handed?.size !== size) return
  const { sound } = handed
  handed = undefined
  if (sound.state !== 'ended') playback.seek(sound.time())
  // It pauses the other: one sound plays at a time.
  if (sound.state === 'playing') playback.play()
  sound.close()
}

/** Takes over once the player knows its length, before which it could not play from there. */
export function useTakeOver(size: number, playback: Playback, isReady: boolean): void {
  useEffect(() => {
    if (isReady) takeOver(size, playback)
  }, [size, playback, isReady])
}
