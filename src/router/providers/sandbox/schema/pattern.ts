import type { Random } from '../seed.ts'
import { type Node, parsePattern } from './pattern-parser.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const tries = 200
const mostWritten = 20_000

/** Text that may be long where a pattern repeats a repetition would cost the regular expression engine too much. */
const longestUnderNesting = 24

/** Strings that match a pattern and are `least` to `most` characters long, or `undefined` where none was found. */
export function matching(pattern: string, least: number, most: number, random: Random): string | undefined {
  const [node, test] = [parsePattern(pattern), compiled(pattern)]
  if (!node || !test) return undefined
  const limit = Math.min(most, node.nested ? Math.max(longestUnderNesting, least) : most)
  if (node.nested && least > longestUnderNesting) return undefined
  for (let turn = 0; turn < tries; turn += 1) {
    const spread = turn % 4 === 0 ? Math.max(1, least) : 1 + (turn % 9)
    const pen: Pen = { random, spread, left: mostWritten }
    const text = write(node.root, pen)
    if (pen.left < 0) return undefined
    const length = [...text].length
    if (length >= least && length <= limit && test.test(text)) return text
  }
  return undefined
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(unicodeSafe(pattern), 'u')
  } catch {
    return undefined
  }
}

/** The pattern without the needless escapes that the unicode mode of regular expressions refuses, such as `\_` or `\-`. */
export function unicodeSafe(pattern: string): string {
  let inClass = false
  return pattern.replace(/\\[\s\S]|[[\]]/gu, (token) => {
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    const needless = /^\\[_'"@#%&=~`:;<>!, ]$/.test(token) || (token === '\\-' && !inClass)
    return needless ? token.slice(1) : token
  })
}

interface Pen {
  readonly random: Random
  /** How often a repetition without an end repeats at most. */
  readonly spread: number
  left: number
}

function write(node: Node, pen: Pen): string {
  pen.left -= 1
  if (pen.left < 0) return ''
  switch (node.kind) {
    case 'text':
      return node.text
    case 'set':
      return pen.random.pick(node.allowed)
    case 'sequence':
      return node.parts.map((part) => write(part, pen)).join('')
    case 'choice':
      return write(pen.random.pick(node.options), pen)
    case 'repeat': {
      const most = Math.min(node.most, node.least + pen.spread, Math.max(node.least, pen.left))
      const times = node.least + pen.random.below(most - node.least + 1)
      return Array.from({ length: times }, () => write(node.part, pen)).join('')
    }
  }
}

/** A short made-up word, for keys and fillings. */
export function madeUpWord(random: Random): string {
  return Array.from({ length: 4 + random.below(4) }, () => random.pick(letters)).join('')
}
