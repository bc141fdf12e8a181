import { align, type Step } from './align.ts'
import { unspaced } from './transcript.ts'

/** What is made equal before two texts are compared. */
export interface Normalising {
  readonly ignoreCase: boolean
  readonly ignorePunctuation: boolean
}

/** What two texts are compared by. */
export type Unit = 'words' | 'characters'

/** How far a transcript is from its reference. */
export interface ErrorRate {
  /** (substitutions + deletions + insertions) / items of the reference; may be above 1. Undefined where the reference is empty. */
  readonly rate: number | undefined
  readonly substitutions: number
  /** In the reference alone. */
  readonly deletions: number
  /** In the transcript alone. */
  readonly insertions: number
  /** The compared items, normalised. */
  readonly reference: readonly string[]
  readonly heard: readonly string[]
  /** From the reference (`a`) to the transcript (`b`). */
  readonly steps: readonly Step[]
}

/** Compares a transcript with what was really said. */
export function errorRateOf(reference: string, heard: string, unit: Unit, how: Normalising): ErrorRate {
  const items = unit === 'words' ? wordsOf : charactersOf
  const [a, b] = [items(normalised(reference, how)), items(normalised(heard, how))]
  const steps = align(a, b)
  const count = (wanted: Step['kind']) => steps.filter(({ kind }) => kind === wanted).length
  const [substitutions, deletions, insertions] = [count('changed'), count('removed'), count('added')]
  const rate = a.length === 0 ? undefined : (substitutions + deletions + insertions) / a.length
  return { rate, substitutions, deletions, insertions, reference: a, heard: b, steps }
}

/** Whether most letters of a text are of scripts without spaces, where words are no unit that people agree on. */
export function isUnspaced(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.filter((letter) => unspaced.test(letter)).length > letters.length / 2
}

/** Unicode form NFKC and one kind of apostrophe, always; apostrophes within words are no punctuation. */
function normalised(text: string, { ignoreCase, ignorePunctuation }: Normalising): string {
  const plain = text.normalize('NFKC').replace(/[’‘ʼ]/g, "'")
  const cased = ignoreCase ? plain.toLowerCase() : plain
  if (!ignorePunctuation) return cased
  return cased.replace(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])|(?!')[\p{P}\p{S}]/gu, ' ')
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What stands between spaces; in scripts without spaces, the words that the browser's dictionary finds. */
export function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((part) => (unspaced.test(part) ? Array.from(segmenter.segment(part), ({ segment }) => segment) : [part]))
}

const charactersOf = (text: string) => Array.from(graphemes.segment(text.replace(/\s+/g, '')), ({ segment }) => segment)
