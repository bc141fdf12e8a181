import type { RunBody } from '../../ledger/run-row.ts'
import { rest } from '../slices.ts'

/** What stands under these names is no text that a person wrote or reads. */
const names = new Set([
  'kind',
  'type',
  'role',
  'id',
  'callId',
  'call_id',
  'item_id',
  'status',
  'sha256',
  'encrypted_content',
])

/** Characters between words. Symbols such as emoji are words. */
const between = /[\s\p{P}\p{C}]+/u

/** What is longer and holds nothing but ASCII is base64, a hash or an address, and no word. */
const longestAscii = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII.
const ascii = /^[\x00-\x7f]*$/

/** Characters kept of a run: the vocabulary of a long book. */
const most = 1_000_000

/**
 * The words of a text in lower case, full-width letters and ligatures as plain ones. Scripts without spaces give whole phrases, so
 * that what is searched for may stand anywhere in a word.
 */
export function wordsIn(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(between)
    .filter((word) => word !== '' && (word.length <= longestAscii || !ascii.test(word)))
}

/** Characters that are read at one go: a few milliseconds' work. */
const enough = 2 ** 15

/** Every word of what was sent and what came, once and each in a line. It is read in slices: a text may be megabytes long. */
export async function searchWordsOf({ request, parts, turn }: Partial<RunBody>, outputs: unknown): Promise<string> {
  const words = new Set<string>()
  let length = 0
  for (const text of textsIn([request, parts, turn, outputs])) {
    for (const piece of piecesOf(text)) {
      for (const word of wordsIn(piece)) {
        if (words.has(word)) continue
        length += word.length + 1
        if (length > most) return [...words].join('\n')
        words.add(word)
      }
      await rest()
    }
  }
  return [...words].join('\n')
}

/** A text in pieces that end where a word does. */
function* piecesOf(text: string): Generator<string, void> {
  const border = new RegExp(between, 'gu')
  for (let from = 0; from < text.length; ) {
    border.lastIndex = from + enough
    const to = border.exec(text)?.index ?? text.length
    yield text.slice(from, to)
    from = to
  }
}

/** All texts in a value, however deep: one stack, for what came may be nested deeper than calls can be. */
function* textsIn(value: unknown): Generator<string, void> {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && !one.startsWith('data:')) yield one
    if (typeof one !== 'object' || one === null || one instanceof Blob) continue
    for (const [name, inner] of Object.entries(one)) if (!names.has(name)) left.push(inner)
  }
}
