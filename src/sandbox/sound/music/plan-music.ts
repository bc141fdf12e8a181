import { isRecord, listOf, stringOf } from '#contract/core/loose-json.ts'
import { randomOf } from '../../seeded-random.ts'

export type Instrument = 'piano' | 'pad' | 'strings' | 'pluck' | 'bell' | 'lead' | 'bass' | 'drums'

export interface Section {
  readonly name: string
  readonly seconds: number
  /** From 0 to 1: how much plays at once. */
  readonly energy: number
  /** The chords, a bar each, by their degree in the scale from 0. */
  readonly chords: readonly number[]
}

export interface MusicPlan {
  /** Beats a minute. */
  readonly tempo: number
  /** Semitones above C. */
  readonly root: number
  readonly mode: 'major' | 'minor'
  readonly instruments: readonly Instrument[]
  readonly sections: readonly Section[]
  readonly seconds: number
}

/** Of the notes from A to G, above C. */
const semitones = [9, 11, 0, 2, 4, 5, 7]

const keys = ['C', 'C sharp', 'D', 'E flat', 'E', 'F', 'F sharp', 'G', 'A flat', 'A', 'B flat', 'B']

const tempos: readonly (readonly [RegExp, number])[] = [
  [/\b(drum and bass|dnb|frantic|very fast)\b/i, 172],
  [/\b(techno|house|dance|edm|disco|club|trance)\b/i, 126],
  [/\b(rock|punk|fast|energetic|upbeat|action|chase|march|polka|shanty)\b/i, 138],
  [/\b(hip[ -]?hop|lo-?fi|trap|funk|groove|reggae)\b/i, 88],
  [/\b(ambient|meditat\w*|sleep|drone|very slow)\b/i, 60],
  [/\b(slow|ballad|calm|sad|lullaby|relax\w*|peaceful|gentle|melanchol\w*)\b/i, 72],
]

const minorWords = /\b(minor|sad|dark|melanchol\w*|tense|horror|eerie|night|mysterious|epic|techno|rain|lonely)\b/i

const instrumentWords: readonly (readonly [Instrument, RegExp])[] = [
  ['piano', /\b(piano|keys|keyboard|jazz|classical)\b/i],
  ['strings', /\b(strings?|violin|cello|orchestra\w*|cinematic|epic|film)\b/i],
  ['pluck', /\b(guitar|acoustic|folk|harp|ukulele|banjo|shanty|lo-?fi)\b/i],
  ['bell', /\b(bells?|chimes?|music box|celesta|christmas|glockenspiel|lullaby)\b/i],
  ['lead', /\b(synth\w*|electronic|lead|techno|house|8-?bit|chiptune|flute|rock)\b/i],
  ['pad', /\b(pad|ambient|atmospher\w*|dream\w*|space|calm)\b/i],
  ['bass', /\b(bass|groove|funk|house|techno|rock|hip[ -]?hop|pop|jazz)\b/i],
  ['drums', /\b(drums?|beat|percussion|rock|techno|house|dance|hip[ -]?hop|pop|funk|march|trap|lo-?fi)\b/i],
]

const without = (style: string, instrument: Instrument) =>
  new RegExp(`\\b(no|without) ${instrument.replace(/s$/, '')}`, 'i').test(style)

/** Four chords each, by their degree in the scale. */
const progressions = { major: ['0453', '0534', '0343', '0514'], minor: ['0526', '0354', '0654', '0253'] } as const

function tempoOf(style: string, seed: string): number {
  const said = Number(/\b(\d{2,3}) ?bpm\b/i.exec(style)?.[1])
  if (said >= 40 && said <= 220) return said
  return tempos.find(([words]) => words.test(style))?.[1] ?? 92 + randomOf(`${seed}/tempo`).below(30)
}

function keyOf(style: string, seed: string): Pick<MusicPlan, 'root' | 'mode'> {
  const [, letter = '', sign = '', said = ''] = /\b([a-g])( ?sharp| ?flat|#|b)? (major|minor)\b/i.exec(style) ?? []
  const isMinor = said ? /minor/i.test(said) : minorWords.test(style)
  const mode = isMinor ? 'minor' : 'major'
  if (!letter) return { root: randomOf(`${seed}/key`).below(12), mode }
  const shift = /sharp|#/i.test(sign) ? 1 : sign === '' ? 0 : -1
  return { root: ((semitones['abcdefg'.indexOf(letter.toLowerCase())] ?? 0) + shift + 12) % 12, mode }
}

function instrumentsOf(style: string, seed: string): Instrument[] {
  const named = instrumentWords.flatMap(([instrument, words]) => (words.test(style) ? [instrument] : []))
  const melodic = named.some((one) => one !== 'bass' && one !== 'drums')
  const usual: Instrument[] = melodic ? [] : [randomOf(`${seed}/lead`).pick(['piano', 'pluck', 'lead'] as const), 'pad']
  const base: Instrument[] = named.length > 0 ? [] : ['bass', 'drums']
  return [...new Set([...usual, ...named, ...base])].filter((one) => !without(style, one))
}

const parts = [
  ['intro', 0.35],
  ['verse', 0.6],
  ['chorus', 1],
  ['verse', 0.65],
  ['chorus', 1],
  ['bridge', 0.5],
  ['chorus', 1],
  ['outro', 0.3],
] as const

/** The parts of a piece of this length: all from a minute on, else fewer. */
function partsFor(seconds: number): readonly (readonly [string, number])[] {
  if (seconds < 12) return [['theme', 0.85]]
  if (seconds < 30) return [parts[0], ['theme', 0.9], parts[7]]
  if (seconds < 60) return [parts[0], parts[1], parts[2], parts[7]]
  return parts
}

const energyOf = (name: string) => parts.find(([part]) => name.toLowerCase().includes(part))?.[1] ?? 0.75

function sectionsOf(plan: unknown): { readonly name: string; readonly seconds: number; readonly energy: number }[] {
  return listOf(isRecord(plan) ? plan.sections : undefined)
    .filter(isRecord)
    .map((section, at) => {
      const name = stringOf(section.section_name ?? section.name) || `section ${at + 1}`
      const ms = Number(section.duration_ms ?? section.length_ms)
      return { name, seconds: Number.isFinite(ms) && ms > 0 ? ms / 1000 : 15, energy: energyOf(name) }
    })
}

function stylesOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const own = [...listOf(value.positive_global_styles), ...listOf(value.positive_local_styles)].map(String)
  return [...own, ...listOf(value.sections).map(stylesOf)].join(', ')
}

export interface MusicOrder {
  readonly prompt: string
  readonly plan?: unknown
  /** By the plan's sections, else 30, where it is not given. */
  readonly seconds?: number
  readonly seed: string
}

/** Composes the outline of a piece: tempo, key, instruments, sections with their chords. */
export function planMusic({ prompt, plan, seconds, seed }: MusicOrder): MusicPlan {
  const style = `${prompt} ${stylesOf(plan)}`
  const own = `${seed}/${style}`
  const { root, mode } = keyOf(style, own)
  const planned = sectionsOf(plan)
  const total = seconds ?? (planned.length > 0 ? planned.reduce((sum, one) => sum + one.seconds, 0) : 30)
  const outline = planned.length > 0 ? planned : partsFor(total).map(([name, energy]) => ({ name, energy, seconds: 1 }))
  const share = total / outline.reduce((sum, one) => sum + one.seconds, 0)
  const sections = outline.map(({ name, energy, seconds: length }) => ({
    name,
    energy,
    seconds: length * share,
    chords: Array.from(randomOf(`${own}/chords/${name}`).pick<string>(progressions[mode]), Number),
  }))
  return { tempo: tempoOf(style, own), root, mode, instruments: instrumentsOf(style, own), sections, seconds: total }
}

export function describePlan({ tempo, root, mode, instruments, sections }: MusicPlan): string {
  const outline = sections.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')
  return `${tempo} bpm, ${keys[root % 12]} ${mode}; ${instruments.join(', ')}; ${outline}`
}
