import { isRecord, type JsonRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import { readPart, saysSomething, wordsInPart } from './content-part.ts'

/** The names under which routers send reasoning, of which the first that says anything counts: some send it twice. */
const reasoningKeys = [
  'reasoning',
  'reasoning_content',
  'thinking',
  'thinking_content',
  'reasoning_text',
  'thought',
  'thoughts',
  'reasoning_details',
  'thinking_blocks',
]

/** What has a reading in `ChatReader`, and what says nothing to a person: roles, ids, counts, signatures for the next request. */
const known = new Set([
  ...reasoningKeys,
  ...['content', 'refusal', 'tool_calls', 'function_call', 'annotations', 'citations', 'images', 'audio'],
  ...['role', 'name', 'id', 'type', 'object', 'index', 'status', 'phase', 'channel', 'model', 'finish_reason'],
  ...['logprobs', 'token_ids', 'tokens', 'obfuscation', 'padding'],
  ...['signature', 'thought_signature', 'reasoning_opaque', 'reasoning_signature', 'extra_content'],
])

/** What a choice says: its message, or the piece of one; a few routers send the bare text. */
export function saidIn(choice: JsonRecord): JsonRecord {
  const said = choice.message ?? choice.delta
  return isRecord(said) ? said : { content: said }
}

/** The pieces of what was said. */
export function contentIn(content: unknown): readonly JsonRecord[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const parts = Array.isArray(content) ? listOf(content) : [content]
  return parts.flatMap((part) => (isRecord(part) ? [part] : typeof part === 'string' ? [{ text: part }] : []))
}

export function reasoningIn(said: JsonRecord): string {
  for (const key of reasoningKeys) {
    const words = wordsInPart(said[key])
    if (words !== '') return words
  }
  return ''
}

/** Gemini's compatible endpoint sends its thoughts as content, and says beside it that they are. */
export function isThought({ extra_content, thought }: JsonRecord): boolean {
  return thought === true || recordOf(recordOf(extra_content).google).thought === true
}

/** The fields that have no reading and say something. */
export function unreadFields(said: JsonRecord): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(said).filter(
    ([name, value]) => !known.has(name) && typeof value !== 'number' && saysSomething(value),
  )
}

/** Beside the choices, what belongs to the answer. */
export const besideChoices = ['images', 'videos', 'related_questions']

/** Whether a choice still says something. */
export function speaks(choice: JsonRecord): boolean {
  const said = saidIn(choice)
  return (
    contentIn(said.content).some((part) => readPart(part).kind !== 'nothing') ||
    [said.tool_calls, said.images, said.audio, choice.text].some(saysSomething) ||
    reasoningIn(said) !== '' ||
    unreadFields(said).length > 0
  )
}

/** So many pieces of one kind are joined; a reply that sends more of what nobody reads is told in its events. */
const mostPieces = 500

/** What has no reading, gathered under its name: pieces that come one after the other are one thing that grows. */
export class UnreadParts {
  readonly #gathered = new Map<string, { readonly value: unknown; readonly pieces: number }>()

  /** All that came under a name with this piece; undefined where it adds nothing. */
  add(name: string, piece: unknown): unknown {
    const before = this.#gathered.get(name)
    const value = before === undefined ? piece : joined(before.value, piece)
    const pieces = (before?.pieces ?? 0) + (typeof piece === 'string' ? 0 : 1)
    if (pieces > mostPieces) return undefined
    this.#gathered.set(name, { value, pieces })
    return value
  }

  /** The newest under a name, which the router sends whole each time; undefined where it is the same as before. */
  replace(name: string, value: unknown): unknown {
    const before = this.#gathered.get(name)?.value
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(value)) return undefined
    this.#gathered.set(name, { value, pieces: 1 })
    return value
  }
}

function joined(before: unknown, piece: unknown): unknown {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece
  if (Array.isArray(before)) return [...before, ...(Array.isArray(piece) ? piece : [piece])]
  if (isRecord(before) && isRecord(piece) && JSON.stringify(before) === JSON.stringify(piece)) return before
  return [before, piece]
}
