import { align } from './align.ts'
import { splitWords } from './error-rate.ts'
import { isTimed, joined, lastBefore, type Segment, type Transcript } from './transcript.ts'

/** A segment of the first transcript, and what the others have in its place. */
export interface Line {
  readonly start: number | undefined
  readonly texts: readonly string[]
}

/** Transcripts of one recording line by line, without loss: aligned by word times where both have them, else by common words. */
export function linesOf([first, ...others]: readonly Transcript[]): readonly Line[] {
  if (!first) return []
  const columns = others.map((other) =>
    isTimed(first) && isTimed(other) ? byTime(first.segments, other) : byWords(first.segments, other),
  )
  return first.segments.map(({ start, text }, place) => ({
    start,
    texts: [text, ...columns.map((column) => joined((column[place] ?? []).map((word) => ({ text: word }))))],
  }))
}

/** The words of a transcript by the line in which their middle is. */
function byTime(lines: readonly Segment[], { segments }: Transcript): readonly string[][] {
  const starts = lines.map(({ start = 0 }) => start)
  const column: string[][] = lines.map(() => [])
  for (const { text, at } of segments.flatMap(timesOf)) column[Math.max(0, lastBefore(starts, at))]?.push(text)
  return column
}

/** The words of a segment and their middles; without times of words, estimated from their place in the segment. */
function timesOf({ start = 0, end = start, text, words }: Segment) {
  const isWhole = words.length > 0 && words.every((word) => word.start !== undefined)
  if (isWhole && joined(words).length >= text.length * 0.8) {
    const own = splitWords(text)
    // The text has the punctuation; it is used where its words are those with times.
    return words.map((word, nth) => ({
      text: own.length === words.length ? (own[nth] ?? word.text) : word.text,
      at: ((word.start ?? start) + (word.end ?? word.start ?? start)) / 2,
    }))
  }
  const own = splitWords(text)
  return own.map((word, nth) => ({ text: word, at: start + ((end - start) * (nth + 0.5)) / own.length }))
}

/** The words of a transcript by the line of the word that they are aligned with. */
function byWords(lines: readonly Segment[], { segments }: Transcript): readonly string[][] {
  const base = lines.flatMap(({ text }, place) => splitWords(text).map((word) => ({ word, place })))
  const words = segments.flatMap(({ text }) => splitWords(text))
  const key = (word: string) => word.toLowerCase().replace(/[\p{P}\p{S}]/gu, '') || word
  const column: string[][] = lines.map(() => [])
  let place = 0
  for (const step of align(
    base.map(({ word }) => key(word)),
    words.map(key),
  )) {
    if ('a' in step) place = base[step.a]?.place ?? place
    if ('b' in step) column[place]?.push(words[step.b] ?? '')
  }
  return column
}
