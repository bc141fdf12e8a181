import type { VideoFacts } from '#media/video/video-facts.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'

const known = new WeakMap<Blob, Promise<VideoFacts | undefined>>()

/** The facts in a video's headers; undefined if they cannot be read. Cached per Blob. Never rejects. */
export function loadVideoFacts(blob: Blob): Promise<VideoFacts | undefined> {
  const found = known.get(blob)
  if (found !== undefined) return found
  const reading = import('#media/video/video-facts.ts').then(({ readVideoFacts }) => readVideoFacts(blob))
  const safe = reading.catch(() => {
    // The code could not be loaded: the next one that asks tries again.
    known.delete(blob)
    return undefined
  })
  known.set(blob, safe)
  return safe
}

/** The facts of a video; undefined while they are read, and without a Blob. */
export const useVideoFacts = (blob: Blob | undefined): VideoFacts | undefined =>
  useLoaded(blob && (() => loadVideoFacts(blob)), [blob])
