import type { RunTask } from '../../run-task.ts'
import type { Delivery, Mono, SpokenWord } from '../sound-task.ts'
import type { SpeakerReply, SpeakerRequest } from '../speaker.ts'
import { simpleSpeech } from './simple-voice.ts'
import { levelled } from './sound-measures.ts'
import { stretched } from './stretch.ts'
import { wordTimes } from './word-times.ts'

export interface Spoken extends Mono {
  readonly words: readonly SpokenWord[]
  readonly synthesizer: 'espeak-ng' | 'simple'
}

/** Speaks at the delivery's speed, or so that it takes `seconds`. */
export type Speak = (text: string, delivery: Delivery, seconds?: number) => Promise<Spoken>

/** The words a minute that espeak-ng can do; beyond them the sound is stretched. */
const slowest = 80
const fastest = 450

/** About -20 LUFS: a root mean square of a tenth between the pauses. */
const speechLevel = 0.112

const levelOf = ({ gain = 0 }: Delivery) => speechLevel * 10 ** (gain / 20)

const floats = (samples: Int16Array) => new Float32Array(samples).map((sample) => sample / 32_768)

/** The same at another length, by at most what the synthesizer is off. */
function fitted({ rate, samples, words, synthesizer }: Spoken, seconds: number): Spoken {
  const factor = (seconds * rate) / samples.length
  return {
    rate,
    samples: stretched(samples, rate, factor),
    words: words.map(({ text, start, end }) => ({ text, start: start * factor, end: end * factor })),
    synthesizer,
  }
}

const secondsOf = ({ rate, samples }: Mono) => samples.length / rate

/** Speaks by `ask`; without it, or where espeak-ng is not installed, a simple synthesizer of our own speaks. */
export function createSpeak(ask: RunTask<SpeakerRequest, SpeakerReply> | undefined): Speak {
  const { signal } = new AbortController()

  async function at(text: string, delivery: Delivery, rate: number): Promise<Spoken> {
    const request = { text, delivery, rate: Math.min(fastest, Math.max(slowest, rate)) }
    const spoken = ask && (await ask(request, signal))
    if (!spoken) return { ...simpleSpeech(text, delivery), synthesizer: 'simple' }
    const samples = levelled(floats(spoken.samples), spoken.rate, levelOf(delivery))
    const words = wordTimes(text, spoken.marks, spoken.samples.length / spoken.rate)
    return { rate: spoken.rate, samples, words, synthesizer: 'espeak-ng' }
  }

  // The synthesizer's rate is not linear: what is missing from the wanted length is stretched.
  return async (text, delivery, seconds) => {
    const usual = await at(text, delivery, delivery.rate)
    const wanted = seconds ?? secondsOf(usual) / delivery.speed
    const speed = secondsOf(usual) / wanted
    if (Math.abs(speed - 1) < 0.01) return usual
    return fitted(await at(text, delivery, delivery.rate * speed), wanted)
  }
}
