import type { Delivery } from './sound-task.ts'

export interface SpeakerRequest {
  readonly text: string
  readonly delivery: Delivery
  /** Words a minute, from 80 to 450; in place of the delivery's. */
  readonly rate: number
}

/** A moment of what was spoken, in seconds from its start. */
export interface Mark {
  readonly at: number
  /** Where a word begins: its place in the text, in code points. Absent for phonemes. */
  readonly place?: number
  readonly isPause: boolean
}

interface Spoken {
  readonly rate: number
  readonly samples: Int16Array
  /** In order of time. */
  readonly marks: readonly Mark[]
}

/** Undefined where espeak-ng is not installed. */
export type SpeakerReply = Spoken | undefined

const rate = 22_050

/** `getPreloadedPackage` gives the library its data, which it reads from disk by default. */
export interface EspeakData {
  readonly getPreloadedPackage?: () => ArrayBuffer
}

// Reached by messages alone, in a process or worker of its own: espeak-ng is licensed under GPL-3.0, and optional.
async function load(data: EspeakData) {
  try {
    const { default: init } = await import('@echogarden/espeak-ng-emscripten')
    return await init(data)
  } catch {
    return undefined
  }
}

/** Each text has an instance of its own: what one has spoken before changes its next samples a little. */
export async function speak(
  { text, delivery, rate: wordsPerMinute }: SpeakerRequest,
  data: EspeakData = {},
): Promise<SpeakerReply> {
  const espeak = await load(data)
  if (!espeak) return undefined
  const worker = new espeak.eSpeakNGWorker()
  if (worker.set_voice(delivery.voice) !== 0) throw new Error(`No voice ${delivery.voice}.`)
  worker.set_rate(Math.round(wordsPerMinute))
  worker.set_pitch(delivery.pitch)
  worker.set_range(delivery.range)
  const parts: Int16Array[] = []
  const marks: Mark[] = []
  worker.synthesize(text, (samples, events) => {
    if (samples) parts.push(new Int16Array(samples.slice(0)))
    for (const { type, text_position, audio_position, id } of events) {
      const at = audio_position / 1000
      if (type === 'word') marks.push({ at, place: text_position - 1, isPause: false })
      else if (type === 'phoneme' || type === 'end') marks.push({ at, isPause: !id || type === 'end' })
    }
    return false
  })
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let filled = 0
  for (const part of parts) {
    samples.set(part, filled)
    filled += part.length
  }
  return { rate, samples, marks }
}
