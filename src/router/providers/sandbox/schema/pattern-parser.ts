/** What a regular expression may write. */
export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'set'; readonly allowed: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

/** A pattern as a tree. `nested`: a repetition stands inside a repetition. */
export interface Parsed {
  readonly root: Node
  readonly nested: boolean
}

const mostRepeats = 2000
const longestPattern = 1000
const range = (from: number, to: number) =>
  Array.from({ length: Math.min(512, to - from + 1) }, (_, at) => String.fromCodePoint(from + at))
const printable = range(0x20, 0x7e)
const digits = range(0x30, 0x39)
const wordCharacters = printable.filter((one) => /\w/.test(one))
const nothing: Node = { kind: 'text', text: '' }

const classEscapes: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  D: printable.filter((one) => /\D/.test(one)),
  w: wordCharacters,
  W: printable.filter((one) => /\W/.test(one)),
  s: [' '],
  S: printable.filter((one) => /\S/.test(one)),
}
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

/**
 * Reads the part of regular expressions that schemas use. Anchors and look-arounds write nothing: whoever writes from the tree
 * tests the result. `undefined` for what it cannot read, such as back references.
 */
export function parsePattern(pattern: string): Parsed | undefined {
  if (pattern.length > longestPattern) return undefined
  const reader = { rest: [...pattern], nested: false }
  try {
    const root = choice(reader)
    return reader.rest.length === 0 ? { root, nested: reader.nested } : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}

interface Reader {
  rest: string[]
  nested: boolean
}

function take(reader: Reader, expected?: string): string {
  const next = reader.rest.shift()
  if (next === undefined || (expected !== undefined && next !== expected)) throw new Unreadable(expected)
  return next
}

function taken(reader: Reader, text: string): boolean {
  const here = reader.rest.slice(0, text.length).join('') === text
  if (here) reader.rest.splice(0, text.length)
  return here
}

function choice(reader: Reader): Node {
  const options = [sequence(reader)]
  while (taken(reader, '|')) options.push(sequence(reader))
  const [only = nothing] = options
  return options.length === 1 ? only : { kind: 'choice', options }
}

function sequence(reader: Reader): Node {
  const parts: Node[] = []
  while (reader.rest.length > 0 && reader.rest[0] !== '|' && reader.rest[0] !== ')') {
    parts.push(repeated(atom(reader), reader))
  }
  return { kind: 'sequence', parts }
}

function repeated(part: Node, reader: Reader): Node {
  const [least, most] = quantifier(reader)
  if (least === 1 && most === 1) return part
  if (!taken(reader, '?')) taken(reader, '+')
  if (most > 1 && repeats(part)) reader.nested = true
  return { kind: 'repeat', part, least, most }
}

function quantifier(reader: Reader): [least: number, most: number] {
  if (taken(reader, '*')) return [0, mostRepeats]
  if (taken(reader, '+')) return [1, mostRepeats]
  if (taken(reader, '?')) return [0, 1]
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(reader.rest.slice(0, 24).join(''))
  if (!counted) return [1, 1]
  const [whole, from, comma, to] = counted
  reader.rest.splice(0, whole.length)
  const least = Number(from)
  const most = to ? Number(to) : comma ? mostRepeats : least
  if (least > mostRepeats) throw new Unreadable('too many repeats')
  return [least, Math.min(Math.max(least, most), mostRepeats)]
}

function repeats(node: Node): boolean {
  if (node.kind === 'repeat') return node.most > 1 || repeats(node.part)
  const inner = node.kind === 'sequence' ? node.parts : node.kind === 'choice' ? node.options : []
  return inner.some(repeats)
}

function atom(reader: Reader): Node {
  const next = take(reader)
  if (next === '^' || next === '$') return nothing
  if (next === '.') return { kind: 'set', allowed: wordCharacters }
  if (next === '(') return group(reader)
  if (next === '[') return characterClass(reader)
  if (next === '\\') return escaped(reader)
  return { kind: 'text', text: next }
}

function group(reader: Reader): Node {
  const looksAround = ['?=', '?!', '?<=', '?<!'].some((mark) => taken(reader, mark))
  if (!looksAround && !taken(reader, '?:') && taken(reader, '?<')) while (take(reader) !== '>');
  const inner = choice(reader)
  take(reader, ')')
  return looksAround ? nothing : inner
}

function escaped(reader: Reader): Node {
  const next = reader.rest[0]
  if (next === 'b' || next === 'B') {
    take(reader)
    return nothing
  }
  if (next !== undefined && /[1-9k]/.test(next)) throw new Unreadable('a back reference')
  const allowed = escapedSet(reader)
  const [only = ''] = allowed
  return allowed.length === 1 ? { kind: 'text', text: only } : { kind: 'set', allowed }
}

function escapedSet(reader: Reader): readonly string[] {
  const next = take(reader)
  const known = classEscapes[next]
  if (known) return known
  if (next === 'p' || next === 'P') return property(reader, next === 'P')
  const hex = next === 'x' ? /^[\da-f]{2}/i : next === 'u' ? /^(?:[\da-f]{4}|\{[\da-f]{1,6}\})/i : undefined
  const code = hex?.exec(reader.rest.slice(0, 8).join(''))?.[0]
  if (code === undefined) return [controls[next] ?? next]
  reader.rest.splice(0, code.length)
  const point = Number.parseInt(code.replace('{', ''), 16)
  if (point > 0x10ffff) throw new Unreadable('no such character')
  return [String.fromCodePoint(point)]
}

function property(reader: Reader, negated: boolean): readonly string[] {
  take(reader, '{')
  let name = ''
  for (let next = take(reader); next !== '}'; next = take(reader)) name += next
  return testing(`\\${negated ? 'P' : 'p'}{${name}}`)
}

function testing(source: string): readonly string[] {
  try {
    const test = new RegExp(source, 'u')
    const allowed = [...printable, ...range(0xc0, 0x17f), ...range(0x391, 0x3c9)].filter((one) => test.test(one))
    if (allowed.length > 0) return allowed
  } catch {
    // The name of the property is not known here.
  }
  throw new Unreadable(source)
}

function characterClass(reader: Reader): Node {
  const negated = taken(reader, '^')
  const members = new Set<string>()
  while (!taken(reader, ']')) {
    const from = member(reader)
    const ranged = reader.rest[0] === '-' && reader.rest[1] !== ']' && from.length === 1
    if (ranged) take(reader, '-')
    for (const one of ranged ? between(from, member(reader)) : from) members.add(one)
  }
  const allowed = negated ? printable.filter((one) => !members.has(one)) : [...members]
  if (allowed.length === 0) throw new Unreadable('an empty class')
  return { kind: 'set', allowed }
}

function member(reader: Reader): readonly string[] {
  const next = take(reader)
  if (next !== '\\') return [next]
  return reader.rest[0] === 'b' ? [take(reader)] : escapedSet(reader)
}

function between([from = '']: readonly string[], [to = '', ...more]: readonly string[]): readonly string[] {
  const [start, end] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
  if (more.length > 0 || end < start) throw new Unreadable('a range')
  return range(start, end)
}
