import type { Random } from '../seed.ts'
import type { Basis } from './basis.ts'
import type { Node } from './pattern-parser.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const tries = 200
const mostWritten = 20_000
const stepsPerTry = 4

/** How many characters a text may have. */
export interface Lengths {
  readonly least: number
  readonly most: number
}

/** A text in which a pattern is found and that is as long as it may be, or `undefined` where none was found. */
export function matching(pattern: string, { least, most }: Lengths, random: Random, basis: Basis): string | undefined {
  const node = basis.pattern(pattern)
  for (let turn = 0; turn < tries; turn += 1) {
    const spread = turn % 4 === 0 ? Math.max(1, least) : 1 + (turn % 9)
    const pen: Pen = { random, spread, left: mostWritten }
    const text = write(node, pen)
    basis.fuel.spend(stepsPerTry + (mostWritten - pen.left) / 2)
    if (pen.left < 0) return undefined
    const length = [...text].length
    if (length >= least && length <= most && basis.matches(pattern, text)) return text
  }
  return undefined
}

interface Pen {
  readonly random: Random
  /** How often a repetition without an end repeats at most. */
  readonly spread: number
  left: number
}

/** Edges and looks write nothing: whoever writes looks at the result. */
function write(node: Node, pen: Pen): string {
  pen.left -= 1
  if (pen.left < 0) return ''
  switch (node.kind) {
    case 'character':
      return pen.random.pick(node.writes)
    case 'sequence':
      return node.parts.map((part) => write(part, pen)).join('')
    case 'choice':
      return write(pen.random.pick(node.options), pen)
    case 'repeat': {
      const most = Math.min(node.most, node.least + pen.spread, Math.max(node.least, pen.left))
      const times = node.least + pen.random.below(most - node.least + 1)
      return repeated(node.part, times, pen)
    }
    case 'edge':
    case 'look':
      return ''
  }
}

function repeated(part: Node, times: number, pen: Pen): string {
  let text = ''
  for (let count = 0; count < times && pen.left >= 0; count += 1) text += write(part, pen)
  return text
}

/** A short made-up word, for keys and fillings. */
export function madeUpWord(random: Random): string {
  return Array.from({ length: 4 + random.below(4) }, () => random.pick(letters)).join('')
}
