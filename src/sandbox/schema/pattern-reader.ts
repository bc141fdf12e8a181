/** Thrown inside the parser for what it does not read. */
export class Unreadable extends Error {}

/** A pattern while it is read. */
export interface Reader {
  readonly characters: readonly string[]
  at: number
  /** How many brackets are open. */
  depth: number
}

/** The next character, which must be there and be the expected one. */
export function take(reader: Reader, expected?: string): string {
  const next = reader.characters[reader.at]
  if (next === undefined || (expected !== undefined && next !== expected)) throw new Unreadable(expected)
  reader.at += 1
  return next
}

/** Whether the text comes next; it is behind the reader then. */
export function taken(reader: Reader, text: string): boolean {
  const here = [...text].every((one, at) => reader.characters[reader.at + at] === one)
  if (here) reader.at += text.length
  return here
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }
const hexDigits = /^(?:u\{([\da-f]{1,6})\}|u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|x([\da-f]{2}))/i

/** The character that an escape stands for; `first` is what follows the backslash and is behind the reader. */
export function characterCode(first: string, reader: Reader): string {
  if (first === 'c') return String.fromCharCode(take(reader).charCodeAt(0) % 32)
  const ahead = reader.characters.slice(reader.at, reader.at + 11).join('')
  const [all, braced, high, low, four, two] = hexDigits.exec(first + ahead) ?? []
  if (all === undefined) return controls[first] ?? first
  reader.at += all.length - 1
  if (high && low) return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
  return String.fromCodePoint(Number.parseInt(braced ?? four ?? two ?? '', 16))
}
