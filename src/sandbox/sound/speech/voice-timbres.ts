import { ownOf } from '#contract/core/loose-json.ts'
import type { Delivery, TargetVoice } from '../sound-task.ts'
import { languages } from './spoken-languages.ts'

export const variants = [
  ...['f1', 'f2', 'f3', 'f4', 'f5', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'whisper', 'croak', 'grandma'],
  ...['grandpa', 'Annie', 'linda', 'steph', 'Gene', 'Michael', 'aunty', 'travis', 'shelby', 'robert'],
] as const
export type Variant = (typeof variants)[number]

/** What a voice sounds like in any language, in espeak-ng's terms. */
export interface Timbre {
  readonly variant: Variant
  readonly pitch: number
  readonly range: number
  /** Words a minute. */
  readonly rate: number
  /** Decibels above the usual level, from -10 to 10. */
  readonly gain?: number
  readonly language?: string
}

/** The fundamental frequency of a variant at pitch 50, and its formants relative to those of a man's voice; both measured. */
const measured: Readonly<Record<Variant, readonly [number, number]>> = {
  ...{ f1: [176, 1.1], f2: [194, 1.14], f3: [209, 1.18], f4: [178, 1.09], f5: [203, 1.15], Annie: [242, 1.12] },
  ...{ linda: [229, 1.16], steph: [182, 1.06], aunty: [174, 1.12], shelby: [180, 1.08], grandma: [209, 1.1] },
  ...{ m1: [96, 1], m2: [101, 1.04], m3: [107, 0.99], m4: [94, 1.02], m5: [103, 1.01], m6: [101, 0.98] },
  ...{ m7: [105, 1.03], m8: [85, 0.91], Gene: [95, 0.95], Michael: [105, 0.94], travis: [101, 0.92] },
  ...{ robert: [102, 1], croak: [115, 0.97], grandpa: [117, 1], whisper: [110, 1.05] },
}

/** Steps of espeak-ng's pitch for an octave. */
const octave = 76

export function targetOf({ variant, pitch }: Timbre): TargetVoice {
  const [hertz, throat] = measured[variant]
  return { hertz: hertz * 2 ** ((pitch - 50) / octave), throat }
}

const voice = (variant: Variant, pitch: number, range = 50, rate = 170): Timbre => ({ variant, pitch, range, rate })

export const openVoices: Readonly<Record<string, Timbre>> = {
  alloy: voice('f1', 35, 40),
  ash: voice('m3', 38, 55, 175),
  ballad: voice('m1', 52, 75, 150),
  coral: voice('f3', 55, 65),
  echo: voice('m2', 42, 35, 160),
  fable: voice('m7', 60, 70, 165),
  nova: voice('f4', 60, 60, 180),
  onyx: voice('m8', 18, 35, 155),
  sage: voice('f5', 42, 45, 155),
  shimmer: voice('f2', 68, 60),
  verse: voice('m4', 55, 75, 175),
  marin: voice('Annie', 45, 50),
  cedar: voice('m6', 30, 45, 160),
}

export const namedVoices: Readonly<Record<string, Timbre>> = {
  wren: voice('f3', 65, 60, 175),
  harbour: voice('m7', 30, 40, 155),
  ember: voice('steph', 45, 70, 165),
  flint: voice('m5', 25, 30, 165),
  willow: voice('linda', 45, 55, 150),
  juniper: voice('shelby', 55, 65, 180),
  orion: voice('Gene', 40, 45, 165),
  hush: voice('whisper', 50, 40, 150),
  maple: voice('grandma', 55, 60, 145),
  cobble: voice('grandpa', 40, 50, 145),
}

export const languageVoices: Readonly<Record<string, Timbre>> = Object.fromEntries(
  Object.keys(languages).flatMap((language) => [
    [`${language}-1`, { ...voice('f3', 50), language }],
    [`${language}-2`, { ...voice('m1', 50), language }],
  ]),
)

/** The id of a voice that was designed: it says what the voice is, so that nothing is stored and it never expires. */
export function designedId({ variant, pitch, range, rate, gain = 0, language }: Timbre): string {
  const loudness = gain === 0 ? '' : `-${gain > 0 ? 'plus' : 'minus'}${Math.abs(gain)}`
  return `design-${variant}-${pitch}-${range}-${rate}${loudness}${language === undefined ? '' : `-${language}`}`
}

const within = (value: string | undefined, least: number, most: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/** The voice of a designed id; undefined for another text. */
export function designedVoice(id: string): Timbre | undefined {
  const [, variant, ...numbers] =
    /^design-(\w+)-(\d+)-(\d+)-(\d+)(?:-(plus|minus)([1-9]|10))?(?:-([a-z]{2}))?$/.exec(id) ?? []
  const known = variants.find((one) => one === variant)
  const [pitch, range] = [within(numbers[0], 0, 99), within(numbers[1], 0, 99)]
  const rate = within(numbers[2], 80, 300)
  const gain = Number(numbers[4] ?? 0) * (numbers[3] === 'minus' ? -1 : 1)
  const language = numbers[5]
  if (!known || pitch === undefined || range === undefined || rate === undefined) return undefined
  if (language !== undefined && !Object.hasOwn(languages, language)) return undefined
  return {
    variant: known,
    pitch,
    range,
    rate,
    ...(gain !== 0 && { gain }),
    ...(language !== undefined && { language }),
  }
}

export function deliveryOf({ variant, pitch, range, rate, gain }: Timbre, language: string, speed: number): Delivery {
  const voice = `${ownOf(languages, language)?.voice ?? 'en-us'}+${variant}`
  return { voice, pitch, range, rate, speed, ...(gain !== undefined && { gain }) }
}
