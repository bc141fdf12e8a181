import type { SpokenWord } from '../sound-task.ts'
import type { Mark } from '../speaker.ts'

/** A written word with its place in code points. */
interface Token {
  readonly text: string
  readonly from: number
  readonly to: number
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** What is written between spaces. In scripts without spaces, each spoken word is one: `places` are where they begin. */
function tokensOf(text: string, places: readonly number[]): Token[] {
  const letters = [...text]
  const between = (from: number, to: number): Token => ({ text: letters.slice(from, to).join(''), from, to })
  const spaces = letters.flatMap((letter, at) => (/\s/u.test(letter) ? [at] : []))
  return [-1, ...spaces].flatMap((before, n) => {
    const token = between(before + 1, spaces[n] ?? letters.length)
    if (!unspaced.test(token.text)) return token.text === '' ? [] : [token]
    const inside = places.filter((place) => place > token.from && place < token.to)
    const starts = [token.from, ...new Set(inside)].sort((a, b) => a - b)
    return starts.map((from, index) => between(from, starts[index + 1] ?? token.to))
  })
}

/** Words that were spoken as one: the synthesizer marks the first of them alone, as in "from the". */
interface Group {
  readonly index: number
  readonly texts: string[]
}

function groupsOf(tokens: readonly Token[], marks: readonly Mark[]): Group[] {
  const groups: Group[] = []
  for (const { text, from, to } of tokens) {
    const index = marks.findIndex(({ place }) => place !== undefined && place >= from && place < to)
    if (index >= 0) groups.push({ index, texts: [text] })
    else if (/[\p{L}\p{N}]/u.test(text)) groups.at(-1)?.texts.push(text)
  }
  return groups
}

function divided(texts: readonly string[], start: number, end: number): SpokenWord[] {
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  let at = start
  return texts.map((text, index) => {
    const until = index === texts.length - 1 ? end : at + ((end - start) * text.length) / letters
    const word = { text, start: at, end: until }
    at = word.end
    return word
  })
}

/**
 * The words of a text with the times at which they were heard: each as it is written, from its first mark to the pause or word after it.
 * What was not spoken, such as a dash, is left out.
 */
export function wordTimes(text: string, marks: readonly Mark[], seconds: number): SpokenWord[] {
  const places = marks.flatMap(({ place }) => (place === undefined ? [] : [place]))
  const groups = groupsOf(tokensOf(text, places), marks)
  return groups.flatMap(({ index, texts }, at) => {
    const next = groups[at + 1]?.index ?? marks.length
    const until = marks[next]?.at ?? seconds
    // The last phoneme ends where the next mark is.
    let last = next - 1
    while (last > index && (marks[last]?.isPause || marks[last]?.place !== undefined)) last -= 1
    const start = Math.min(marks[index]?.at ?? 0, seconds)
    const end = Math.min(marks[last + 1]?.at ?? until, until, seconds)
    return divided(texts, start, Math.max(start, end))
  })
}
