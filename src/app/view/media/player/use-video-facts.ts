import type { Movie, VideoFacts } from '#media/video/video-facts.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { oncePer } from '../../../ui/once-per.ts'
import { askWorker } from '../../../ui/own-worker.ts'
import { inTurn } from '../sound/in-turn.ts'
import workerUrl from './video-worker.ts?worker&url'

/** In ms: after this, a file counts as one that cannot be read. */
const patience = 20_000

/** A video with its facts, and as it is played. Cached per Blob, a failure too: a component that suspends asks again. Never rejects. */
export const loadMovie = oncePer((blob: Blob): Promise<Movie> => {
  const movie = inTurn(() => askWorker<Movie>(workerUrl, 'video', blob, AbortSignal.timeout(patience)))
  return movie.catch(() => ({ facts: undefined, playable: blob }))
})

/** The facts of a video; undefined if they cannot be read. Never rejects. */
export const loadVideoFacts = async (blob: Blob): Promise<VideoFacts | undefined> => (await loadMovie(blob)).facts

/** The facts of a video; undefined while they are read, and without a Blob. */
export const useVideoFacts = (blob: Blob | undefined): VideoFacts | undefined =>
  useLoaded(blob && (() => loadVideoFacts(blob)), [blob])
