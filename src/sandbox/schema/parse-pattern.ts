/** A regular expression as a tree: what it accepts, and what may be written for it. */
export type Node =
  | ({ readonly kind: 'character' } & CharacterSet)
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word edge' | 'no word edge' }
  | PatternLook

/** A lookahead or lookbehind assertion, positive or negative. */
export interface PatternLook {
  readonly kind: 'look'
  readonly way: 'ahead' | 'behind'
  readonly finds: 'something' | 'nothing'
  readonly part: Node
}

const longestPattern = 4000
const deepest = 100

/** Reads a regular expression as JavaScript does in unicode mode. `undefined` for what is none, is too long, or refers back to a group. */
export function parsePattern(pattern: string): Node | undefined {
  if (pattern.length > longestPattern) return undefined
  const source = withoutNeedlessEscapes(pattern)
  try {
    new RegExp(source, 'u')
    return choice({ characters: [...source], at: 0, depth: 0 })
  } catch (error) {
    if (error instanceof Unreadable || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Unicode mode refuses escapes such as `\_` or `\-`, which most schemas' authors never learn. */
function withoutNeedlessEscapes(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\[\s\S]|[[\]]/gu, (token) => {
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    const needless = /^\\[_'"@#%&=~`:;<>!, ]$/.test(token) || (token === '\\-' && !inClass)
    return needless ? token.slice(1) : token
  })
}

function choice(reader: Reader): Node {
  const options = [sequence(reader)]
  while (taken(reader, '|')) options.push(sequence(reader))
  return options.length > 1 ? { kind: 'choice', options } : (options[0] ?? { kind: 'sequence', parts: [] })
}

function sequence(reader: Reader): Node {
  const parts: Node[] = []
  while (reader.at < reader.characters.length && !'|)'.includes(reader.characters[reader.at] ?? '')) {
    parts.push(repeated(atom(reader), reader))
  }
  return { kind: 'sequence', parts }
}

function repeated(part: Node, reader: Reader): Node {
  const [least, most] = quantifier(reader)
  if (least === 1 && most === 1) return part
  taken(reader, '?')
  return { kind: 'repeat', part, least, most }
}

function quantifier(reader: Reader): [least: number, most: number] {
  if (taken(reader, '*')) return [0, Number.POSITIVE_INFINITY]
  if (taken(reader, '+')) return [1, Number.POSITIVE_INFINITY]
  if (taken(reader, '?')) return [0, 1]
  if (!taken(reader, '{')) return [1, 1]
  let written = ''
  for (let next = take(reader); next !== '}'; next = take(reader)) written += next
  const [least, most = least] = written.split(',')
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)]
}

function atom(reader: Reader): Node {
  const next = take(reader)
  if (next === '^') return { kind: 'edge', at: 'start' }
  if (next === '$') return { kind: 'edge', at: 'end' }
  if (next === '.') return { kind: 'character', ...anyCharacter }
  if (next === '(') return group(reader)
  if (next === '[') return { kind: 'character', ...characterClass(reader) }
  if (next === '\\') return escaped(reader)
  return { kind: 'character', ...exactly(next) }
}

const looks: readonly (readonly [mark: string, way: PatternLook['way'], finds: PatternLook['finds']])[] = [
  ['?=', 'ahead', 'something'],
  ['?!', 'ahead', 'nothing'],
  ['?<=', 'behind', 'something'],
  ['?<!', 'behind', 'nothing'],
]

function group(reader: Reader): Node {
  reader.depth += 1
  if (reader.depth > deepest) throw new Unreadable('too many brackets')
  const look = looks.find(([mark]) => taken(reader, mark))
  if (!look && taken(reader, '?<')) while (take(reader) !== '>');
  else if (!look && !taken(reader, '?:') && taken(reader, '?')) throw new Unreadable('an unknown kind of group')
  const part = choice(reader)
  take(reader, ')')
  reader.depth -= 1
  return look ? { kind: 'look', way: look[1], finds: look[2], part } : part
}

function escaped(reader: Reader): Node {
  if (taken(reader, 'b')) return { kind: 'edge', at: 'word edge' }
  if (taken(reader, 'B')) return { kind: 'edge', at: 'no word edge' }
  if (/[1-9k]/.test(reader.characters[reader.at] ?? '')) throw new Unreadable('a back reference')
  return { kind: 'character', ...escapedSet(reader) }
}

function escapedSet(reader: Reader): CharacterSet {
  const start = reader.at
  const next = take(reader)
  if (/[dDwWsS]/.test(next)) return classOf(`\\${next}`, [])
  if (next !== 'p' && next !== 'P') return exactly(characterCode(next, reader))
  while (take(reader) !== '}');
  return classOf(`\\${reader.characters.slice(start, reader.at).join('')}`, [])
}

function characterClass(reader: Reader): CharacterSet {
  const start = reader.at - 1
  const negated = taken(reader, '^')
  const members: string[] = []
  while (!taken(reader, ']')) {
    const from = member(reader)
    const ranged = from.length === 1 && reader.characters[reader.at + 1] !== ']' && taken(reader, '-')
    for (const one of ranged ? between(from, member(reader)) : from) members.push(one)
  }
  return classOf(reader.characters.slice(start, reader.at).join(''), negated ? [] : members)
}

/** What to write for one member of a class. */
function member(reader: Reader): readonly string[] {
  const next = take(reader)
  if (next !== '\\') return [next]
  return taken(reader, 'b') ? ['\b'] : escapedSet(reader).writes
}

function between([from = '']: readonly string[], [to = '']: readonly string[]): readonly string[] {
  const [start, end] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
  return Array.from({ length: Math.max(0, Math.min(512, end - start + 1)) }, (_, at) =>
    String.fromCodePoint(start + at),
  )
}

/** Thrown inside the parser for syntax it does not support. */
class Unreadable extends Error {}

/** Parser state. */
interface Reader {
  readonly characters: readonly string[]
  at: number
  /** How many brackets are open. */
  depth: number
}

/** Consumes the next character; throws `Unreadable` at the end or where it is not the expected one. */
function take(reader: Reader, expected?: string): string {
  const next = reader.characters[reader.at]
  if (next === undefined || (expected !== undefined && next !== expected)) throw new Unreadable(expected)
  reader.at += 1
  return next
}

/** Consumes `text` where it comes next, and returns whether it did. */
function taken(reader: Reader, text: string): boolean {
  const here = [...text].every((one, at) => reader.characters[reader.at + at] === one)
  if (here) reader.at += text.length
  return here
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }
const hexDigits = /^(?:u\{([\da-f]{1,6})\}|u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|x([\da-f]{2}))/i

/** Decodes an escape to its character. `first` follows the backslash and is already consumed. */
function characterCode(first: string, reader: Reader): string {
  if (first === 'c') return String.fromCharCode(take(reader).charCodeAt(0) % 32)
  const ahead = reader.characters.slice(reader.at, reader.at + 11).join('')
  const [all, braced, high, low, four, two] = hexDigits.exec(first + ahead) ?? []
  if (all === undefined) return controls[first] ?? first
  reader.at += all.length - 1
  if (high && low) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
  return String.fromCodePoint(Number.parseInt(braced ?? four ?? two ?? '', 16))
}

/** A set of characters: the membership test, and the members that are generated. */
interface CharacterSet {
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
function exactly(character: string): CharacterSet {
  return { has: (one) => one === character, writes: [character] }
}

/** Everything but the ends of lines. */
const anyCharacter: CharacterSet = {
  has: (one) => !/[\n\r\u2028\u2029]/.test(one),
  writes: printable.filter((one) => /\w/.test(one)),
}

/**
 * A class such as `[a-z]` or `\p{Lu}`. The engine itself says what is in it: asked about one character, it has nothing to backtrack.
 * `members` are preferred for writing.
 */
function classOf(source: string, members: readonly string[]): CharacterSet {
  const test = new RegExp(`^${source}$`, 'u')
  const has = (one: string) => test.test(one)
  const writes = [members, printable, latin, elsewhere].map((some) => [...new Set(some)].filter(has))
  const first = writes.find((some) => some.length > 0)
  if (!first) throw new Unreadable(`a class that nothing is in: ${source}`)
  return { has, writes: first }
}
