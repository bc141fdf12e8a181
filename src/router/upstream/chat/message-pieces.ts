import { isRecord, type JsonRecord, listOf, ownOf, recordOf, stringOf, textOf } from '#contract/core/loose-json.ts'

/** A piece of a message: text of one of three kinds, or a part of another kind as it came. */
export type Piece =
  | { readonly kind: 'output_text' | 'refusal' | 'reasoning_text'; readonly text: string }
  | { readonly kind: 'part'; readonly part: JsonRecord }

/** The text of `reasoning_details` and of Mistral's `thinking`: a text, or a list of parts with one. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  return listOf(value)
    .map((part) => {
      const { text, summary, thinking } = recordOf(part)
      return wordsIn(text ?? summary ?? thinking)
    })
    .join('')
}

function pieceOf(part: JsonRecord): Piece {
  const { type, text, refusal } = part
  if (type === 'thinking' || type === 'reasoning')
    return { kind: 'reasoning_text', text: wordsIn(part.thinking ?? part.reasoning ?? text) }
  if (typeof refusal === 'string') return { kind: 'refusal', text: refusal }
  return typeof text === 'string' ? { kind: 'output_text', text } : { kind: 'part', part }
}

/** Gemini's compatible endpoint sends thoughts as content, marked beside it. */
const isThought = (extra: unknown) => recordOf(recordOf(extra).google).thought === true

function contentPieces({ content, extra_content }: JsonRecord): Piece[] {
  if (typeof content === 'string') {
    return [
      {
        kind: extra_content !== undefined && isThought(extra_content) ? 'reasoning_text' : 'output_text',
        text: content,
      },
    ]
  }
  return (Array.isArray(content) ? content : [content]).flatMap((part) => {
    if (typeof part === 'string') return [{ kind: 'output_text' as const, text: part }]
    return isRecord(part) ? [pieceOf(part)] : []
  })
}

/**
 * What a message or a delta says, in the order in which a Responses server would put it. Routers that send reasoning under several
 * names send the same words under each, so the first counts. Pieces may be empty.
 */
export function piecesOf(said: JsonRecord): Piece[] {
  const { reasoning, reasoning_content, reasoning_details, refusal, images } = said
  const thoughts = textOf(reasoning) ?? textOf(reasoning_content) ?? wordsIn(reasoning_details)
  const pieces = contentPieces(said)
  if (thoughts !== '') pieces.unshift({ kind: 'reasoning_text', text: thoughts })
  if (typeof refusal === 'string') pieces.push({ kind: 'refusal', text: refusal })
  if (images !== undefined)
    pieces.push(
      ...listOf(images)
        .filter(isRecord)
        .map((part) => ({ kind: 'part' as const, part })),
    )
  return pieces
}

/** Chat completions nest what an annotation says under its kind. */
export function annotationsIn({ annotations }: JsonRecord): JsonRecord[] {
  return listOf(annotations)
    .filter(isRecord)
    .map(({ type, ...rest }) => {
      const nested = ownOf(rest, stringOf(type))
      return { type, ...(isRecord(nested) ? nested : rest) }
    })
}
