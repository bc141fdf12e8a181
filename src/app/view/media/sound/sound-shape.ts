import { useSyncExternalStore } from 'react'
import type { Peaks } from '#media/audio/peaks.ts'
import { oncePer } from '../../../ui/once-per.ts'
import { withWorker } from '../../../ui/own-worker.ts'
import { inTurn } from './in-turn.ts'
import { loadSoundFacts } from './load-sound-facts.ts'
import type { PeaksEnd, SoundAnswer, SoundQuestion } from './sound-worker.ts'
import workerUrl from './sound-worker.ts?worker&url'

/** The shape of a sound as far as it is decoded. Keeps its identity until more is. */
export interface SoundShape {
  readonly peaks?: Peaks
  /** Absent while it is decoded. `noDecoder`: this browser does not decode it. */
  readonly end?: PeaksEnd
}

const nothing: SoundShape = {}

class Shape {
  readonly #file: Blob
  readonly #type: string
  #shape = nothing
  #working: AbortController | undefined
  readonly #listeners = new Set<() => void>()

  constructor(file: Blob, type: string) {
    this.#file = file
    this.#type = type
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#shape.end && !this.#working) void this.#work()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#working?.abort()
      this.#working = undefined
    }
  }

  readonly now = (): SoundShape => this.#shape

  async #work(): Promise<void> {
    const working = new AbortController()
    this.#working = working
    const { signal } = working
    const show = (shape: SoundShape) => {
      if (signal.aborted) return
      this.#shape = shape
      for (const listener of this.#listeners) listener()
    }
    const [file, type] = [this.#file, this.#type]
    await inTurn(async () => {
      if (signal.aborted) return
      const end = await follow({ task: 'peaks', file, type }, signal, show)
      if (end !== 'noDecoder') return
      const decoded = await decodeOnPage(file, type)
      if (decoded) await follow({ task: 'samples', ...decoded }, signal, show)
      else show({ ...this.#shape, end })
    }).catch(() => show({ ...this.#shape, end: 'damaged' }))
    if (this.#working === working) this.#working = undefined
  }
}

/** Asks a worker for peaks and shows each answer, except for the end `noDecoder`. Resolves with the end; rejects if aborted. */
const follow = (question: SoundQuestion, signal: AbortSignal, show: (shape: SoundShape) => void): Promise<PeaksEnd> =>
  withWorker(
    workerUrl,
    'sound',
    (worker) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        worker.onerror = reject
        worker.onmessage = ({ data }: MessageEvent<SoundAnswer>) => {
          if (data.kind !== 'peaks') return
          const { peaks, end } = data
          if (end !== 'noDecoder') show({ ...(peaks && { peaks }), ...(end && { end }) })
          if (end) resolve(end)
        }
        worker.postMessage(question)
      }),
  )

const shapeOf = oncePer((file: Blob, type: string) => new Shape(file, type))

const watchNothing = () => () => {}

/**
 * The shape of a sound, which grows while it is decoded in a worker. Shared by all that show the same Blob. `type` is the media type with
 * its parameters. Without a Blob nothing is decoded.
 */
export function useSoundShape(file: Blob | undefined, type = file?.type ?? ''): SoundShape {
  const shape = file && shapeOf(file, type)
  return useSyncExternalStore(shape?.watch ?? watchNothing, () => shape?.now() ?? nothing)
}

/** Bytes of samples that the page may hold: 16 minutes of stereo at 48 kHz. */
const mostBytes = 2 ** 28 * 1.5

/** Decodes by Web Audio, for browsers whose workers lack the decoder. Undefined if too long for memory or undecodable. */
async function decodeOnPage(
  file: Blob,
  type: string,
): Promise<{ readonly rate: number; readonly planes: readonly Float32Array[] } | undefined> {
  const facts = await loadSoundFacts(file, type)
  const { seconds = 0, rate = 0, channels = 0 } = facts ?? {}
  const bytes = seconds * rate * channels * 4
  if (bytes === 0 || bytes > mostBytes) return undefined
  try {
    const context = new OfflineAudioContext(1, 1, rate)
    const sound = await context.decodeAudioData(await file.arrayBuffer())
    const planes = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
    return { rate: sound.sampleRate, planes }
  } catch {
    return undefined
  }
}
