/** The longest text and the most words that are compared: the time grows with the product of both lengths (25 million steps, about 0.1 s). */
export const mostCompared = 5_000

/** The least number of items that are inserted, removed or replaced to make one list from the other (Levenshtein 1966). */
function editDistance(one: readonly string[], other: readonly string[]): number {
  const ids = new Map<string, number>()
  const numbered = (item: string) => ids.get(item) ?? ids.set(item, ids.size).size - 1
  const [rows, columns] = [one.map(numbered), Uint32Array.from(other, numbered)]
  const row = Uint32Array.from({ length: columns.length + 1 }, (_, at) => at)
  for (const [above, item] of rows.entries()) {
    let diagonal = above
    let left = above + 1
    row[0] = left
    for (let at = 0; at < columns.length; at += 1) {
      const up = row[at + 1] ?? 0
      left = Math.min(left + 1, up + 1, diagonal + (columns[at] === item ? 0 : 1))
      diagonal = up
      row[at + 1] = left
    }
  }
  return row[columns.length] ?? 0
}

/**
 * How alike two texts are, from 0 to 1: one minus the Levenshtein distance by the length of the longer one, in code points. Undefined where one
 * is longer than `mostCompared`.
 */
export function similarity(one: string, other: string): number | undefined {
  const [a, b] = [[...one], [...other]]
  const longer = Math.max(a.length, b.length)
  if (longer > mostCompared) return undefined
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer
}

/**
 * The words of a text as they are compared in speech recognition: NFKC, lower case, split at white space and at every sign that is no letter, mark or
 * digit, but for an apostrophe within a word (`don’t` is `don't`). Numbers are not written out. A script without spaces gives one word a phrase.
 */
export const spokenWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? []

/**
 * The word error rate of a transcript: words replaced, left out and added, by the words of the reference. It may be above 1. Undefined where the
 * reference has no words, or one has more than `mostCompared`.
 */
export function wordErrorRate(reference: string, transcript: string): number | undefined {
  const [meant, heard] = [spokenWords(reference), spokenWords(transcript)]
  if (meant.length === 0 || Math.max(meant.length, heard.length) > mostCompared) return undefined
  return editDistance(meant, heard) / meant.length
}
