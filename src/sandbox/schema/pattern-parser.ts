import { anyCharacter, type CharacterSet, classOf, exactly } from './character-sets.ts'
import { characterCode, type Reader, take, taken, Unreadable } from './pattern-reader.ts'

/** A regular expression as a tree: what it accepts, and what may be written for it. */
export type Node =
  | ({ readonly kind: 'character' } & CharacterSet)
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word edge' | 'no word edge' }
  | Look

/** A look around: whether `part` does or does not stand right before or behind this place. */
export interface Look {
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

const looks: readonly (readonly [mark: string, way: Look['way'], finds: Look['finds']])[] = [
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
