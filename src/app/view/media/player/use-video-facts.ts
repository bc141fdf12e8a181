import type { IndexedMovie } from '#media/video/indexed-movie.ts'
import type { VideoFacts } from '#media/video/video-facts.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'

const known = new WeakMap<Blob, Promise<IndexedMovie>>()

/** A video with its facts, and as it is played. Cached per Blob. Never rejects. */
export function loadMovie(blob: Blob): Promise<IndexedMovie> {
  const found = known.get(blob)
  if (found !== undefined) return found
  const safe = readMovie(blob).catch((): IndexedMovie => {
    // The code could not be loaded: the next one that asks tries again.
    known.delete(blob)
    return { facts: undefined, playable: blob }
  })
  known.set(blob, safe)
  return safe
}

async function readMovie(blob: Blob): Promise<IndexedMovie> {
  const { readVideoFacts } = await import('#media/video/read-video-facts.ts')
  const facts = await readVideoFacts(blob)
  if (facts?.video === undefined || (facts.frames && !facts.needsIndex)) return { facts, playable: blob }
  const { indexedMovie } = await import('#media/video/indexed-movie.ts')
  return await indexedMovie(blob, facts)
}

/** The facts of a video; undefined if they cannot be read. Never rejects. */
export const loadVideoFacts = async (blob: Blob): Promise<VideoFacts | undefined> => (await loadMovie(blob)).facts

/** The facts of a video; undefined while they are read, and without a Blob. */
export const useVideoFacts = (blob: Blob | undefined): VideoFacts | undefined =>
  useLoaded(blob && (() => loadVideoFacts(blob)), [blob])
