import type { Heard } from '../files/decode-sound.ts'
import { denoised, denoiseRate, voiceParts } from '../make/denoise.ts'
import { resampled } from '../make/resample.ts'
import type { Speak } from '../make/speaker-client.ts'
import type { DubbedPart, Sound, SpokenWord } from '../order.ts'
import { languages } from '../speech/languages.ts'
import { segmentsOf } from '../transcription/segments.ts'
import { phrases } from './phrases.ts'

export interface DubOrder {
  /** A language of `phrases`. */
  readonly language: string
  readonly keepsBackground: boolean
}

interface Span {
  readonly start: number
  readonly end: number
  /** What is said in it, where that is known. */
  readonly text?: string
}

const shortest = 0.6

/** Where somebody speaks: by the words that the file says it has, else by voice activity. */
function spansOf(origin: Heard['origin'], seconds: number, parts: readonly Span[]): readonly Span[] {
  const words = origin?.words ?? []
  const facts = { kind: 'transcript', source: 'embedded', seconds, text: '', words, parts: [] } as const
  const spans = words.length > 0 ? segmentsOf(facts) : parts
  return spans.filter(({ start, end }) => end - start >= shortest)
}

/** Characters a second that sound unhurried. */
const pace = { usual: 14, dense: 5 }

/** What is said in a span: the sentence whose usual length is closest, again where there is room for it. */
function textFor(language: string, seconds: number): string {
  const sentences = phrases[language] ?? phrases.en ?? []
  const speed = ['ja', 'zh'].includes(language) ? pace.dense : pace.usual
  const long = sentences.at(-1) ?? ''
  const usual = (text: string) => text.length / speed
  if (seconds > usual(long) * 1.5)
    return Array.from({ length: Math.round(seconds / usual(long)) }, () => long).join(' ')
  const distance = (text: string) => Math.abs(Math.log(usual(text) / seconds))
  return [...sentences].sort((a, b) => distance(a) - distance(b))[0] ?? long
}

const backgroundLevel = 0.7

/** Speech in another language where somebody speaks in a recording, fitted to its length, over what else is heard. */
export async function dub(
  { sound, seconds, origin }: Heard,
  { language, keepsBackground }: DubOrder,
  speak: Speak,
): Promise<{
  readonly sound: Sound
  readonly words: readonly SpokenWord[]
  readonly text: string
  readonly dubbed: readonly DubbedPart[]
}> {
  const source = resampled(sound.channels[0] ?? new Float32Array(), sound.rate, denoiseRate)
  const { samples: voice, voiced } = await denoised(source)
  const made = new Float32Array(source.length)
  if (keepsBackground)
    for (let at = 0; at < made.length; at += 1) made[at] = ((source[at] ?? 0) - (voice[at] ?? 0)) * backgroundLevel
  const words: SpokenWord[] = []
  const dubbed: DubbedPart[] = []
  const delivery = { voice: `${languages[language]?.voice ?? 'en-us'}+f3`, pitch: 50, range: 55, rate: 170, speed: 1 }
  for (const { start, end, text: source } of spansOf(origin, seconds, voiceParts(voice, voiced))) {
    const text = textFor(language, end - start)
    const spoken = await speak(text, delivery, end - start)
    const part = resampled(spoken.sound.channels[0] ?? made, spoken.sound.rate, denoiseRate)
    const from = Math.round(start * denoiseRate)
    for (let at = 0; at < part.length && from + at < made.length; at += 1)
      made[from + at] = (made[from + at] ?? 0) + (part[at] ?? 0)
    dubbed.push({ start, end, text, ...(source !== undefined && { source }) })
    for (const word of spoken.words) words.push({ ...word, start: start + word.start, end: start + word.end })
  }
  const text = dubbed.map((part) => part.text).join(' ')
  return { sound: { rate: denoiseRate, channels: [made] }, words, text, dubbed }
}
