import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Random } from '../seeded-random.ts'
import { TooLarge } from './basis.ts'

const longestPattern = 4000
const tries = 200
const mostWritten = 20_000

export interface Lengths {
  readonly least: number
  readonly most: number
}

const parser = new RegExpParser({ ecmaVersion: 2024 })

/**
 * Generates random texts from a regular expression's syntax tree (unicode mode) until one matches and has a permitted length;
 * `undefined` after 200 tries. Throws `TooLarge` for a pattern that is none, or too long.
 */
export function matching(pattern: string, { least, most }: Lengths, random: Random): string | undefined {
  const tree = parsed(pattern)
  const expression = new RegExp(pattern, 'u')
  const members = new Map<CharacterSet, readonly string[]>()
  for (let turn = 0; turn < tries; turn += 1) {
    const spread = turn % 4 === 0 ? Math.max(1, least) : 1 + (turn % 9)
    const pen: Pen = { random, members, captured: new Map(), spread, left: mostWritten }
    const text = write(tree, pen)
    if (pen.left < 0) return undefined
    const length = [...text].length
    if (length >= least && length <= most && expression.test(text)) return text
  }
  return undefined
}

function parsed(pattern: string): AST.Pattern {
  try {
    if (pattern.length <= longestPattern) return parser.parsePattern(pattern, undefined, undefined, { unicode: true })
  } catch {
    // Invalid syntax, or nested too deeply.
  }
  throw new TooLarge(`the sandbox cannot parse its pattern ${pattern.slice(0, 200)}`)
}

type CharacterSet = AST.CharacterClass | AST.CharacterSet

interface Pen {
  readonly random: Random
  /** A cache of what is generated for each class of the pattern. */
  readonly members: Map<CharacterSet, readonly string[]>
  readonly captured: Map<AST.Node, string>
  /** How often a repetition without an end repeats at most. */
  readonly spread: number
  /** Nodes that may still be generated. */
  left: number
}

/** Generates one text for a node. Assertions generate nothing: the caller matches the result against the whole pattern. */
function write(node: AST.Pattern | AST.Element, pen: Pen): string {
  pen.left -= 1
  if (pen.left < 0) return ''
  switch (node.type) {
    case 'Pattern':
    case 'Group':
      return oneOf(node.alternatives, pen)
    case 'CapturingGroup': {
      const text = oneOf(node.alternatives, pen)
      pen.captured.set(node, text)
      return text
    }
    case 'Backreference':
      return [node.resolved]
        .flat()
        .map((group) => pen.captured.get(group) ?? '')
        .join('')
    case 'Quantifier':
      return repeated(node, pen)
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
      return pen.random.pick(membersOf(node, pen))
    default:
      return ''
  }
}

const oneOf = (alternatives: readonly AST.Alternative[], pen: Pen) =>
  pen.random
    .pick(alternatives)
    .elements.map((element) => write(element, pen))
    .join('')

function repeated({ element, min, max }: AST.Quantifier, pen: Pen): string {
  const most = Math.min(max, min + pen.spread, Math.max(min, pen.left))
  const times = min + pen.random.below(most - min + 1)
  let text = ''
  for (let count = 0; count < times && pen.left >= 0; count += 1) text += write(element, pen)
  return text
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.min(512, to - from + 1) }, (_, at) => String.fromCodePoint(from + at))
const printable = range(0x20, 0x7e)
const latin = range(0xc0, 0x17f)
const starts = [0x391, 0x410, 0x5d0, 0x621, 0x905, 0x3041, 0x30a1, 0x4e00, 0xac00, 0x1f600]
/** Letters of Greek, Cyrillic, Hebrew, Arabic, Hindi, Japanese, Chinese, Korean, and emoji. */
const elsewhere = starts.flatMap((from) => range(from, from + 32))

/** Characters of a class such as `[a-z]` or `\p{Lu}`: those that it lists, else printable ones that match it. */
function membersOf(node: CharacterSet, { members }: Pen): readonly string[] {
  const known = members.get(node)
  if (known) return known
  const expression = new RegExp(`^${node.raw}$`, 'u')
  const found = [listed(node), printable, [...printable, ...latin], elsewhere]
    .map((some) => some.filter((one) => expression.test(one)))
    .find((some) => some.length > 0)
  if (!found) throw new TooLarge(`the sandbox found no character for ${node.raw.slice(0, 200)}`)
  members.set(node, found)
  return found
}

/** Words for `.`; the characters and ranges of a class that is not negated. */
function listed(node: CharacterSet): readonly string[] {
  if (node.type === 'CharacterSet') return node.kind === 'any' ? printable.filter((one) => /\w/.test(one)) : []
  if (node.negate) return []
  return node.elements.flatMap((element) => {
    if (element.type === 'Character') return String.fromCodePoint(element.value)
    return element.type === 'CharacterClassRange' ? range(element.min.value, element.max.value) : []
  })
}
