import { lengthOf } from '../../../tool/rows/text-length.ts'

/**
 * A text in parts of at most `limit` code points, cut between sentences; inside one that is longer, between words, and inside a longer word
 * between its letters as they are seen. Together the parts have all of the text but the white space at the cuts.
 */
export function splitText(text: string, limit: number): readonly string[] {
  return packed(pieces(text, limit, 'sentence'), limit)
    .map((part) => part.trim())
    .filter(Boolean)
}

const finer = { sentence: 'word', word: 'grapheme', grapheme: undefined } as const

/** The segments of a text; one that is too long, in finer ones. */
function pieces(text: string, limit: number, by: keyof typeof finer): readonly string[] {
  const next = finer[by]
  return [...new Intl.Segmenter(undefined, { granularity: by }).segment(text)].flatMap(({ segment }) =>
    next && lengthOf(segment.trim()) > limit ? packed(pieces(segment, limit, next), limit) : [segment],
  )
}

/** Joins neighbours as long as they fit together. */
function packed(all: readonly string[], limit: number): readonly string[] {
  const parts: string[] = []
  for (const piece of all) {
    const joined = `${parts.at(-1) ?? ''}${piece}`
    if (parts.length > 0 && lengthOf(joined.trim()) <= limit) parts[parts.length - 1] = joined
    else parts.push(piece)
  }
  return parts
}
