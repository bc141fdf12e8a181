import { firstOf, isRecord, type JsonRecord, listOf, textOf } from '#contract/core/loose-json.ts'
import { mediaIn } from './media-in.ts'
import type { MediaSource } from './run-event.ts'

/** The reading of a part of a message. `unread`: of no known kind, shown verbatim. `nothing`: it is empty. */
type ContentPart =
  | { readonly kind: 'text' | 'reasoning' | 'refusal'; readonly text: string }
  | { readonly kind: 'media'; readonly media: MediaSource; readonly words: string }
  | { readonly kind: 'unread' | 'nothing' }

/** Reads a content part of any router: those of Responses and chat completions, and what passes through them from providers behind. */
export function readPart(part: JsonRecord): ContentPart {
  const type = textOf(part.type) ?? ''
  if (/^(?:thinking|thought|reasoning|reasoning_text)$/.test(type))
    return { kind: 'reasoning', text: wordsInPart(part) }
  if (textOf(part.refusal) !== undefined) return { kind: 'refusal', text: wordsInPart(part.refusal) }
  if (typeof part.text === 'string') return { kind: 'text', text: part.text }
  const media = mediaIn(part)
  const words = wordsInPart(part.transcript)
  if (media) return { kind: 'media', media, words }
  if (words !== '') return { kind: 'text', text: words }
  const { type: _, id: __, status: ___, ...facts } = part
  return { kind: saysSomething(facts) ? 'unread' : 'nothing' }
}

/** Whether a value holds words or figures. */
export function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(saysSomething)
  if (isRecord(value)) return Object.values(value).some(saysSomething)
  return typeof value === 'number' || textOf(value) !== undefined
}

const deepest = 4
const wordKeys = ['text', 'thinking', 'reasoning', 'thought', 'summary', 'content']

/** The words in a value: a string, or the texts of an object, or of a list of them (Mistral's `thinking`, the details of OpenRouter). */
export function wordsInPart(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > deepest) return ''
  if (Array.isArray(value)) return listOf(value).reduce<string>((all, one) => all + wordsInPart(one, depth + 1), '')
  if (!isRecord(value)) return ''
  return firstOf(value, wordKeys, (one) => textOf(wordsInPart(one, depth + 1))) ?? ''
}
