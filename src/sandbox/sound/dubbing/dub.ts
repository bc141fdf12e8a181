import { ownOf } from '#contract/core/loose-json.ts'
import { resampled } from '#media/audio/rate-converter.ts'
import { denoised, denoiseRate } from '../make/denoise.ts'
import { heardLevel, highestPeak, levelled, peakOf, pitchOf } from '../make/sound-measures.ts'
import type { Speak } from '../make/speaker-client.ts'
import type { DubbedPart, DubOrder, Mono, SpokenWord } from '../sound-task.ts'
import { phrases } from '../speech/spoken-languages.ts'
import { deliveryOf } from '../speech/voice-timbres.ts'

const shortest = 0.6

/** Characters a second that sound unhurried. */
const pace = { usual: 14, dense: 5 }

/** What is said in a span: the sentence whose usual length is closest, again where there is room for it. */
function textFor(language: string, seconds: number): string {
  const sentences = ownOf(phrases, language) ?? phrases.en ?? []
  const speed = ['ja', 'zh'].includes(language) ? pace.dense : pace.usual
  const long = sentences.at(-1) ?? ''
  const usual = (text: string) => text.length / speed
  if (seconds > usual(long) * 1.5)
    return Array.from({ length: Math.round(seconds / usual(long)) }, () => long).join(' ')
  const distance = (text: string) => Math.abs(Math.log(usual(text) / seconds))
  return [...sentences].sort((a, b) => distance(a) - distance(b))[0] ?? long
}

const backgroundLevel = 0.7
/** Between the usual voices of men and women, in hertz. */
const highFrom = 155
/** Two voices are two speakers where one is this much higher. */
const apart = 1.35

/** From which pitch on a voice is dubbed by a high one: between both speakers, where there are two. */
function boundaryOf(pitches: readonly number[], voices: number): number {
  const heard = pitches.filter((pitch) => pitch > 0)
  const [low, high] = [Math.min(...heard), Math.max(...heard)]
  if (voices > 1 && high / low > apart) return Math.sqrt(low * high)
  const middle = [...heard].sort((a, b) => a - b)[heard.length >> 1] ?? 0
  return middle >= highFrom ? 0 : Number.POSITIVE_INFINITY
}

function background(source: Float32Array, voice: Float32Array, { keepsBackground, range }: DubOrder): Float32Array {
  const [first, end] = [range.start * denoiseRate, range.end * denoiseRate]
  return source.map((value, at) => {
    if (at < first || at >= end) return value
    return keepsBackground ? (value - (voice[at] ?? 0)) * backgroundLevel : 0
  })
}

interface Dubbed extends Mono {
  readonly words: readonly SpokenWord[]
  readonly dubbed: readonly DubbedPart[]
}

/**
 * Speech in another language where somebody speaks in a recording, as loud as there and fitted to its length, over what else is heard. A
 * high and a low voice stay apart.
 */
export async function dub({ rate, samples }: Mono, order: DubOrder, speak: Speak): Promise<Dubbed> {
  const { language, range, voices } = order
  const source = resampled(samples, rate, denoiseRate)
  const { samples: voice } = await denoised(source)
  const made = background(source, voice, order)
  const words: SpokenWord[] = []
  const dubbed: DubbedPart[] = []
  const speakers: boolean[] = []
  const parts = order.spans.flatMap((span) => {
    const [start, end] = [Math.max(span.start, range.start), Math.min(span.end, range.end)]
    const heard = voice.subarray(Math.round(start * denoiseRate), Math.round(end * denoiseRate))
    return end - start < shortest ? [] : [{ start, end, heard, pitch: pitchOf(heard, denoiseRate), source: span.text }]
  })
  const boundary = boundaryOf(
    parts.map(({ pitch }) => pitch),
    voices,
  )
  for (const { start, end, heard, pitch, source: said } of parts) {
    const isHigh = pitch >= boundary
    if (!speakers.includes(isHigh)) speakers.push(isHigh)
    const delivery = deliveryOf({ variant: isHigh ? 'f3' : 'm3', pitch: 50, range: 55, rate: 170 }, language, 1)
    const text = textFor(language, end - start)
    const spoken = await speak(text, delivery, end - start)
    const even = resampled(spoken.samples, spoken.rate, denoiseRate)
    const part = levelled(even, denoiseRate, heardLevel(heard, denoiseRate))
    const from = Math.round(start * denoiseRate)
    for (let at = 0; at < part.length && from + at < made.length; at += 1)
      made[from + at] = (made[from + at] ?? 0) + (part[at] ?? 0)
    const speaker = `speaker_${speakers.indexOf(isHigh)}`
    dubbed.push({ start, end, text, speaker, ...(said !== undefined && { source: said }) })
    for (const word of spoken.words) words.push({ ...word, start: start + word.start, end: start + word.end })
  }
  const gain = Math.min(1, highestPeak / peakOf(made))
  const mixed = gain < 1 ? made.map((value) => value * gain) : made
  return { rate: denoiseRate, samples: mixed, words, dubbed }
}
