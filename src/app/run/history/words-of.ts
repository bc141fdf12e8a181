import type { RunBody } from '../../ledger/run-row.ts'
import { rest } from '../slices.ts'

/** Names of fields whose values are not texts written or read by people. */
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

/** Longer words of ASCII only are base64, hashes or addresses, and left out. */
const longestAscii = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII.
const ascii = /^[\x00-\x7f]*$/

/** Maximum characters stored for a run: about the vocabulary of a long book. */
const most = 1_000_000

/**
 * The words of a text in lower case and NFKC form. Scripts without spaces give whole phrases, so that a search must match anywhere within
 * a word.
 */
export function wordsIn(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(between)
    .filter((word) => word !== '' && (word.length <= longestAscii || !ascii.test(word)))
}

/** Characters per slice: a few milliseconds of work. */
const enough = 2 ** 15

/** Every distinct word of a request and its outputs, one per line. Works in slices, since a text may be megabytes long. */
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

/** A text in pieces that end at the end of a word. */
function* piecesOf(text: string): Generator<string, void> {
  const border = new RegExp(between, 'gu')
  for (let from = 0; from < text.length; ) {
    border.lastIndex = from + enough
    const to = border.exec(text)?.index ?? text.length
    yield text.slice(from, to)
    from = to
  }
}

/** All texts in a value. With an explicit stack, since replies may be nested deeper than the call stack. */
function* textsIn(value: unknown): Generator<string, void> {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && !one.startsWith('data:')) yield one
    if (typeof one !== 'object' || one === null || one instanceof Blob) continue
    for (const [name, inner] of Object.entries(one)) if (!names.has(name)) left.push(inner)
  }
}
