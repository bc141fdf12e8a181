import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { askWorker } from '../../../ui/own-worker.ts'
import { inTurn } from './in-turn.ts'
import type { SoundAnswer, SoundQuestion } from './sound-worker.ts'
import workerUrl from './sound-worker.ts?worker&url'

const known = new WeakMap<Blob, Promise<SoundFacts | undefined>>()

const ask = (question: SoundQuestion, signal?: AbortSignal): Promise<SoundAnswer> =>
  askWorker(workerUrl, 'sound', question, signal)

/**
 * What a file says of its sound, also of a video's; undefined if it has none or cannot be read. `type` is the media type with its
 * parameters, which is all that samples without a header have. Cached per Blob. Never rejects.
 */
export function loadSoundFacts(file: Blob, type = file.type): Promise<SoundFacts | undefined> {
  const found = known.get(file)
  if (found !== undefined) return found
  const facts = inTurn(() => ask({ task: 'facts', file, type })).then(
    (answer) => (answer.kind === 'facts' ? answer.facts : undefined),
    () => {
      // The worker did not start: the next one that asks tries again.
      known.delete(file)
      return undefined
    },
  )
  known.set(file, facts)
  return facts
}

/** The facts of a sound; undefined while they are read, and without a Blob. */
export const useSoundFacts = (file: Blob | undefined, type = file?.type): SoundFacts | undefined =>
  useLoaded(file && (() => loadSoundFacts(file, type)), [file, type])

/** The sound as WAV with 16-bit integers, for whatever this browser can decode; undefined if it cannot. Rejects with the signal's reason. */
export async function wavOf(file: Blob, type = file.type, signal?: AbortSignal): Promise<Blob | undefined> {
  const answer = await ask({ task: 'wav', file, type }, signal).catch((thrown: unknown) => {
    if (signal?.aborted) throw thrown
    return undefined
  })
  return answer?.kind === 'file' ? answer.file : undefined
}

/** A recording of this browser with its length and its index (`wholeRecording`); as it is where the worker does not start. */
export async function completed(recording: Blob): Promise<Blob> {
  const answer = await ask({ task: 'recording', file: recording, type: recording.type }).catch(() => undefined)
  return answer?.kind === 'file' ? answer.file : recording
}
