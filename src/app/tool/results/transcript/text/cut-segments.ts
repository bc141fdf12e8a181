import { defined } from '#contract/core/loose-json.ts'
import { joined, type Segment, type Word } from './transcript.ts'

/** A word with its speaker, before it belongs to a segment. */
export interface SpokenWord extends Word {
  readonly speaker?: string
}

const mostWords = 30
const pauseSeconds = 1

const sentenceEnd = /[.!?。！？…؟।]["'”’»)\]]*\s*$/u

/** Words as segments: a new one with another speaker, after a sentence or a pause. `text` is what they are found in. */
export function segmentsOfWords(words: readonly SpokenWord[], text: string): readonly Segment[] {
  const places = placesOf(words, text)
  const isWhole = places.every((place) => place !== undefined)
  const groups: { words: SpokenWord[]; from: number; to: number }[] = []
  for (const [nth, word] of words.entries()) {
    const from = places[nth] ?? 0
    const to = places[nth + 1] ?? text.length
    const open = groups.at(-1)
    const last = open?.words.at(-1)
    const said = isWhole && open ? text.slice(open.from, open.to) : (last?.text ?? '')
    const isNew =
      !open ||
      !last ||
      last.speaker !== word.speaker ||
      (word.start ?? 0) - (last.end ?? word.start ?? 0) > pauseSeconds ||
      open.words.length >= mostWords ||
      (sentenceEnd.test(said) && (word.start ?? 0) - (open.words[0]?.start ?? 0) > 2)
    if (isNew) groups.push({ words: [word], from, to })
    else {
      open.words.push(word)
      open.to = to
    }
  }
  return groups.map((group) => segmentOf(group.words, isWhole ? text.slice(group.from, group.to) : undefined))
}

function segmentOf(all: readonly SpokenWord[], said: string | undefined): Segment {
  const [first] = all
  const end = all.findLast((word) => word.end !== undefined)?.end
  return {
    text: (said ?? joined(all)).trim(),
    ...defined({ start: first?.start, end, speaker: first?.speaker }),
    words: all.map(({ speaker: _, ...word }) => word),
  }
}

/** Segments with the words that begin within them; a segment that has words already keeps them. */
export function withWords(segments: readonly Segment[], words: readonly SpokenWord[]): readonly Segment[] {
  if (words.length === 0 || segments.some((segment) => segment.words.length > 0)) return segments
  let next = 0
  return segments.map((segment, nth) => {
    const end = segments[nth + 1]?.start ?? Number.POSITIVE_INFINITY
    const from = next
    while (next < words.length && middleOf(words[next]) < end) next += 1
    return { ...segment, words: words.slice(from, next).map(({ speaker: _, ...word }) => word) }
  })
}

const middleOf = (word: Word | undefined) => ((word?.start ?? 0) + (word?.end ?? word?.start ?? 0)) / 2

/** A paragraph longer than `long` characters is cut after the sentence that reaches `enough`. */
const long = 400
const enough = 200

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** A text without times as segments: its lines, of which long ones are cut between sentences. */
export function segmentsOfText(text: string): readonly Segment[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => (line.length > long ? cut(line) : [line]))
    .filter((part) => part.trim() !== '')
    .map((part) => ({ text: part.trim(), words: [] }))
}

function cut(line: string): readonly string[] {
  const parts = ['']
  for (const { segment } of sentences.segment(line)) {
    const last = parts.at(-1) ?? ''
    if (last.length >= enough) parts.push(segment)
    else parts[parts.length - 1] = last + segment
  }
  return parts
}

/** A part of a text: one of its words, or what stands between two of them. */
interface Piece {
  readonly text: string
  readonly word?: Word
}

/** How far behind the word before a word is looked for: a word that is not in the text must not be found in a later sentence. */
const reach = 80

/** Where each word begins in a text, by characters; undefined for those that are not in it. Upper and lower case are the same. */
function placesOf(words: readonly Word[], text: string): readonly (number | undefined)[] {
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
