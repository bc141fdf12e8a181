/** A word as the router gave it. Times are in seconds from the start of the recording. */
export interface Word {
  readonly text: string
  readonly start?: number
  readonly end?: number
  /** How sure the model is, from 0 to 1. */
  readonly confidence?: number
  /** No speech, such as laughter. */
  readonly isEvent?: true
}

/** A piece of a transcript: as the router cut it, or a sentence or paragraph where it did not. */
export interface Segment {
  readonly start?: number
  readonly end?: number
  readonly text: string
  readonly speaker?: string
  readonly confidence?: number
  /** In the order of the text; empty where the router gave none. */
  readonly words: readonly Word[]
}

/** What was said in a recording, whatever format it came in. */
export interface Transcript {
  /** The whole text as the router gave it. */
  readonly text: string
  /** The router's word for the language. */
  readonly language?: string
  readonly seconds?: number
  readonly segments: readonly Segment[]
  /** False: the sandbox heard speech that it did not speak itself, so that there are no words. */
  readonly isRecognised?: boolean
}

export const lowConfidence = 0.5

/** The labels of the speakers, in order of their first words. */
export const speakersOf = ({ segments }: Transcript): readonly string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
]

/** Whether every segment says when it begins, and not all of them at zero: without that there are no subtitles. */
export const isTimed = ({ segments, seconds = 0 }: Pick<Transcript, 'segments' | 'seconds'>): boolean =>
  segments.every(({ start }) => start !== undefined) &&
  (segments.some(({ start = 0, end = 0 }) => start > 0 || end > 0) ||
    // Without an end it goes on to that of the recording.
    (segments.length === 1 && segments[0]?.end === undefined && seconds > 0))

export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words as a text, with the spaces that their script has. */
export const joined = (words: readonly { readonly text: string }[]): string =>
  words
    .map(({ text }, at) => (at === 0 || /^[\s.,!?;:]/.test(text) || unspaced.test(text) ? text : ` ${text}`))
    .join('')
    .trim()

/** The last of some ascending times that is not after `seconds`, by its place; -1 before the first. */
export function lastBefore(times: readonly number[], seconds: number): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((times[middle] ?? 0) <= seconds + 0.01) from = middle + 1
    else to = middle
  }
  return from - 1
}
