import type { Segment, Word } from './transcript.ts'

/** A part of a text: one of its words, or what stands between two of them. */
export interface Piece {
  readonly text: string
  readonly word?: Word
}

/** How far behind the word before a word is looked for: a word that is not in the text must not be found in a later sentence. */
const reach = 80

/** Where each word begins in a text, by characters; undefined for those that are not in it. Upper and lower case are the same. */
export function placesOf(words: readonly Word[], text: string): readonly (number | undefined)[] {
  // Lower case may have another length, as of "İ": positions must be those of the text.
  const lower = text.toLowerCase()
  const sought = lower.length === text.length ? lower : text
  let from = 0
  return words.map((word) => {
    const wanted = word.text.trim()
    const own = sought === text ? wanted : wanted.toLowerCase()
    const found = own === '' ? -1 : sought.slice(from, from + reach + own.length).indexOf(own)
    if (found < 0) return undefined
    const at = from + found
    from = at + own.length
    return at
  })
}

/** The text of a segment, cut so that each word that the router gave stands alone. Joined, the pieces are the text. */
export function piecesOf({ text, words }: Pick<Segment, 'text' | 'words'>): readonly Piece[] {
  const places = placesOf(words, text)
  const pieces: Piece[] = []
  let done = 0
  for (const [nth, word] of words.entries()) {
    const at = places[nth]
    if (at === undefined) continue
    if (at > done) pieces.push({ text: text.slice(done, at) })
    done = at + word.text.trim().length
    pieces.push({ text: text.slice(at, done), word })
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}
