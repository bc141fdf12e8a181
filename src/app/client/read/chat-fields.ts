import { firstOf, isRecord, type JsonRecord, listOf, nameList, recordOf, textOf } from '#contract/core/loose-json.ts'
import { readPart, saysSomething, wordsInPart } from './content-part.ts'

/** Field names of reasoning. Only the first non-empty one counts, since some routers send it twice. */
const reasoningKeys = nameList(
  'reasoning reasoning_content thinking thinking_content reasoning_text thought thoughts reasoning_details thinking_blocks',
)

/** Fields that `ChatReader` reads, and those without meaning to a person: roles, ids, counts, signatures. */
const known = new Set([
  ...reasoningKeys,
  ...nameList(
    'content refusal tool_calls function_call annotations citations images audio',
    'role name id type object index status phase channel model finish_reason logprobs token_ids tokens obfuscation padding',
    'signature thought_signature reasoning_opaque reasoning_signature extra_content',
  ),
])

/** The message or delta of a choice; a few routers send the bare text. */
export function saidIn(choice: JsonRecord): JsonRecord {
  const said = choice.message ?? choice.delta
  return isRecord(said) ? said : { content: said }
}

export function contentIn(content: unknown): readonly JsonRecord[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const parts = Array.isArray(content) ? listOf(content) : [content]
  return parts.flatMap((part) => (isRecord(part) ? [part] : typeof part === 'string' ? [{ text: part }] : []))
}

export function reasoningIn(said: JsonRecord): string {
  return firstOf(said, reasoningKeys, (value) => textOf(wordsInPart(value))) ?? ''
}

/** Gemini's compatible endpoint sends thoughts as content, with a flag beside it. */
export function isThought({ extra_content, thought }: JsonRecord): boolean {
  return thought === true || recordOf(recordOf(extra_content).google).thought === true
}

/** The non-empty fields that are not read elsewhere. */
export function unreadFields(said: JsonRecord): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(said).filter(
    ([name, value]) => !known.has(name) && typeof value !== 'number' && saysSomething(value),
  )
}

export const besideChoices = ['images', 'videos', 'related_questions']

export function speaks(choice: JsonRecord): boolean {
  const said = saidIn(choice)
  return (
    contentIn(said.content).some((part) => readPart(part).kind !== 'nothing') ||
    [said.tool_calls, said.images, said.audio, choice.text].some(saysSomething) ||
    reasoningIn(said) !== '' ||
    unreadFields(said).length > 0
  )
}

/** Pieces of one kind that are joined; further ones are seen in the raw events only. */
const mostPieces = 500

/** Collects unread fields and parts by name; consecutive pieces are joined. */
export class UnreadParts {
  readonly #gathered = new Map<string, { readonly value: unknown; readonly pieces: number }>()

  /** Everything under a name, this piece included; undefined where it adds nothing. */
  add(name: string, piece: unknown): unknown {
    const before = this.#gathered.get(name)
    const value = before === undefined ? piece : joined(before.value, piece)
    const pieces = (before?.pieces ?? 0) + (typeof piece === 'string' ? 0 : 1)
    if (pieces > mostPieces) return undefined
    this.#gathered.set(name, { value, pieces })
    return value
  }

  /** The new value of a name that the router repeats in full; undefined where it is unchanged. */
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
