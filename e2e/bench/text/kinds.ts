import { createRandom, type Random } from './random.ts'
import { words } from './words.ts'

/** Blocks of text that are all of one kind, line by line; each line says how far the text has come. */
const lines = {
  prose: (random, at) => `${phrase(random, 12, 60)} §${at}.\n\n`,
  list: (random, at) => `- **${phrase(random, 1, 2)}** ${phrase(random, 3, 12)} §${at}\n`,
  'short list': (_, at) => `- §${at}\n`,
  'numbered list': (random, at) => `${at}. ${phrase(random, 3, 12)} \`${random.pick(words)}\` §${at}\n`,
  'loose list': (random, at) => `- ${phrase(random, 3, 12)} §${at}\n\n`,
  'nested list': (random, at) => `${'  '.repeat(at % 4)}- ${phrase(random, 2, 8)} §${at}\n`,
  'one item with a list': (random, at) => `${at === 1 ? '- all\n' : ''}  - ${phrase(random, 2, 8)} §${at}\n`,
  'task list': (random, at) => `- [${at % 3 ? ' ' : 'x'}] ${phrase(random, 2, 9)} §${at}\n`,
  'quoted list': (random, at) => `> - ${phrase(random, 2, 9)} §${at}\n`,
  'long table': (random, at) => `${at === 1 ? head(4) : ''}| §${at} | ${row(random, 3)} |\n`,
  'wide table': (random, at) => `${at === 1 ? head(24) : ''}| §${at} | ${row(random, 23)} |\n`,
} satisfies Record<string, (random: Random, at: number) => string>

export type Kind = keyof typeof lines
export const kinds = Object.keys(lines) as Kind[]

/** About `length` characters of one kind: the same for the same seed. */
export function textOfKind(kind: Kind, seed: number, length: number): string {
  const random = createRandom(seed)
  const parts: string[] = []
  for (let at = 1, written = 0; written < length; at += 1) {
    const line = lines[kind](random, at)
    parts.push(line)
    written += line.length
  }
  return parts.join('')
}

const phrase = (random: Random, low: number, high: number) =>
  Array.from({ length: random.between(low, high) }, () => random.pick(words)).join(' ')

const row = (random: Random, columns: number) => Array.from({ length: columns }, () => phrase(random, 1, 2)).join(' | ')

const head = (columns: number) => `|${' column |'.repeat(columns)}\n|${' --- |'.repeat(columns)}\n`
