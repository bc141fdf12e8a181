import { Unreadable } from './pattern-reader.ts'

/** Some characters: how to know one, and which to write. */
export interface CharacterSet {
  readonly has: (character: string) => boolean
  readonly writes: readonly string[]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
const printable = range(0x20, 0x7e)
const latin = [...printable, ...range(0xc0, 0x17f)]
/** A few of other scripts: Greek, Cyrillic, Hebrew, Arabic, Hindi, Japanese, Chinese, Korean, and emoji. */
const elsewhere = [
  ...range(0x391, 0x3c9),
  ...range(0x410, 0x44f),
  ...range(0x5d0, 0x5ea),
  ...range(0x621, 0x63a),
  ...range(0x905, 0x939),
  ...range(0x3041, 0x3096),
  ...range(0x30a1, 0x30fa),
  ...range(0x4e00, 0x4e40),
  ...range(0xac00, 0xac40),
  ...range(0x1f600, 0x1f64f),
]

/** One character. */
export function exactly(character: string): CharacterSet {
  return { has: (one) => one === character, writes: [character] }
}

/** Everything but the ends of lines. */
export const anyCharacter: CharacterSet = {
  has: (one) => !/[\n\r\u2028\u2029]/.test(one),
  writes: printable.filter((one) => /\w/.test(one)),
}

/**
 * A class such as `[a-z]` or `\p{Lu}`. The engine itself says what is in it: asked about one character, it has nothing to backtrack.
 * `members` are preferred for writing.
 */
export function classOf(source: string, members: readonly string[]): CharacterSet {
  const test = new RegExp(`^${source}$`, 'u')
  const has = (one: string) => test.test(one)
  const writes = [members, printable, latin, elsewhere].map((some) => [...new Set(some)].filter(has))
  const first = writes.find((some) => some.length > 0)
  if (!first) throw new Unreadable(`a class that nothing is in: ${source}`)
  return { has, writes: first }
}
