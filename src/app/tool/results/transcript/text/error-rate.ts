import { align, type Step } from './align.ts'
import { unspaced } from './transcript.ts'

export interface Normalising {
  readonly ignoreCase: boolean
  readonly ignorePunctuation: boolean
}

export type Unit = 'words' | 'characters'

export interface ErrorRate {
  /** (substitutions + deletions + insertions) / items of the reference; may be above 1. Undefined where the reference is empty. */
  readonly rate: number | undefined
  readonly substitutions: number
  /** In the reference alone. */
  readonly deletions: number
  /** In the transcript alone. */
  readonly insertions: number
  /** The compared items as they are written. */
  readonly reference: readonly string[]
  readonly heard: readonly string[]
  /** From the reference (`a`) to the transcript (`b`). */
  readonly steps: readonly Step[]
}

/** Compares a transcript with what was really said. Unicode forms and kinds of apostrophe are equal in any case. */
export function errorRateOf(reference: string, heard: string, unit: Unit, how: Normalising): ErrorRate {
  const [a, b] = [itemsOf(reference, unit, how), itemsOf(heard, unit, how)]
  const steps = align(
    a.map(({ key }) => key),
    b.map(({ key }) => key),
  )
  const count = (wanted: Step['kind']) => steps.filter(({ kind }) => kind === wanted).length
  const [substitutions, deletions, insertions] = [count('changed'), count('removed'), count('added')]
  const rate = a.length === 0 ? undefined : (substitutions + deletions + insertions) / a.length
  const written = (items: typeof a) => items.map(({ text }) => text)
  return { rate, substitutions, deletions, insertions, reference: written(a), heard: written(b), steps }
}

/** Whether most letters of a text are of scripts without spaces, where words are no unit that people agree on. */
export function isUnspaced(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.filter((letter) => unspaced.test(letter)).length > letters.length / 2
}

/** The words or characters of a text, each with what is compared of it; those of which nothing is compared are left out. */
function itemsOf(text: string, unit: Unit, how: Normalising) {
  const plain = text.normalize('NFKC').replace(/[’‘ʼ]/g, "'")
  const items = unit === 'characters' ? charactersOf(plain) : splitWords(how.ignorePunctuation ? apart(plain) : plain)
  return items.map((item) => ({ text: item, key: keyOf(item, how) })).filter(({ key }) => key !== '')
}

/** Words that a dash or a slash joins, as words of their own. */
const apart = (text: string) => text.replace(/(?<=[\p{L}\p{N}][\p{Pd}/]+)(?=[\p{L}\p{N}])/gu, ' ')

/** Apostrophes within words are no punctuation. */
function keyOf(item: string, { ignoreCase, ignorePunctuation }: Normalising): string {
  const cased = ignoreCase ? item.toLowerCase() : item
  return ignorePunctuation ? cased.replace(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])|(?!')[\p{P}\p{S}]/gu, '') : cased
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What stands between spaces; in scripts without spaces, the words that the browser's dictionary finds. */
export function splitWords(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((part) => (unspaced.test(part) ? Array.from(segmenter.segment(part), ({ segment }) => segment) : [part]))
}

const charactersOf = (text: string) => Array.from(graphemes.segment(text.replace(/\s+/g, '')), ({ segment }) => segment)
