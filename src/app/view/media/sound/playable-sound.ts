import { playableOf } from '#media/audio/headerless.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { oncePer } from '../../../ui/once-per.ts'
import type { MediaFile } from '../media-file.tsx'
import { loadSoundFacts, wavOf } from './load-sound-facts.ts'

export interface PlayableSound {
  readonly blob: Blob
  /** Why it was decoded to WAV: the browser cannot play the file, or takes it for shorter or longer than it is. */
  readonly decoded?: 'unplayable' | 'misread'
}

/** How far a browser's length may be off, in seconds: by what encoders put around a sound. */
const mostOff = 0.1

/**
 * What is played of a sound, so that all of it is, and a position is where it seems to be: samples without a header as WAV; a file whose
 * length the browser guesses from a bit rate, reads from a header that is wrong, or takes from the first of several joined files, and one
 * that it cannot play, decoded as WAV where that is possible; everything else as it is. Cached per Blob. Never rejects.
 */
export const playableSound = oncePer(async (file: Blob, type: string = file.type): Promise<PlayableSound> => {
  const [blob, facts] = await Promise.all([playableOf(file, type).catch(() => file), loadSoundFacts(file, type)])
  if (!facts?.seconds) return { blob }
  const own = await browserSeconds(blob)
  const isMisread = own !== undefined && own > 0 && !facts.isVideo && Math.abs(own - facts.seconds) > mostOff
  const decoded = own === undefined ? 'unplayable' : isMisread ? 'misread' : undefined
  const wav = decoded && (await wavOf(file, type))
  return wav ? { blob: wav, decoded } : { blob }
})

/** The length of a sound or video as a media element reads it, `Infinity` for one without an end; undefined where it cannot. */
export function browserSeconds(file: Blob): Promise<number | undefined> {
  const url = URL.createObjectURL(file)
  const player = new Audio()
  return new Promise<number | undefined>((found) => {
    player.onloadedmetadata = () => found(player.duration)
    player.onerror = () => found(undefined)
    player.preload = 'metadata'
    player.src = url
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}

/** The same for a component; undefined until it is known, without a file and for an empty one. */
export const usePlayableSound = (file: Pick<MediaFile, 'blob' | 'type'> | undefined) =>
  useLoaded(file && file.blob.size > 0 ? () => playableSound(file.blob, file.type) : undefined, [
    file?.blob,
    file?.type,
  ])
