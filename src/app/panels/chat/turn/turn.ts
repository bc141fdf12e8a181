import * as z from 'zod/mini'
import type { ToolCall } from '../../../run/result.ts'
import type { InputItem } from './as-input-items.ts'

const Turn = z.array(z.looseObject({ type: z.string() }))

/** The items that a person added in one turn, as the ledger kept them; none where they do not fit. */
export function readTurn(stored: unknown): readonly InputItem[] {
  const parsed = Turn.safeParse(stored)
  return parsed.success ? parsed.data : []
}

/** What a person gives back for a call: its result, or what went wrong. */
export interface ToolAnswer {
  readonly text: string
  readonly failed: boolean
}

type ToolAnswers = Readonly<Record<string, ToolAnswer>>

/** What was typed for a call. Routers name calls as they like, `constructor` too. */
export function answerTo(call: ToolCall, answers: ToolAnswers | undefined): ToolAnswer | undefined {
  return answers && Object.hasOwn(answers, call.callId) ? answers[call.callId] : undefined
}

/** A message of words, of pictures, or of both. */
export function userItem(text: string, pictures: readonly object[] = []): InputItem {
  const words = text.trim() === '' && pictures.length > 0 ? [] : [{ type: 'input_text', text }]
  return { type: 'message', role: 'user', content: [...words, ...pictures] }
}

/** A failed call is told as `{ "error": … }`: the convention has no word of its own for it. */
function resultItem(call: ToolCall, answer: ToolAnswer): InputItem {
  const output = answer.failed ? JSON.stringify({ error: answer.text }) : answer.text
  return { type: call.custom ? 'custom_tool_call_output' : 'function_call_output', call_id: call.callId, output }
}

export const isGiven = (answer: ToolAnswer | undefined): answer is ToolAnswer =>
  answer !== undefined && (answer.failed || answer.text !== '')

/** The results that were typed for some calls. */
export function resultsOf(calls: readonly ToolCall[], answers: ToolAnswers): readonly InputItem[] {
  return calls.flatMap((call) => {
    const given = answerTo(call, answers)
    return isGiven(given) ? [resultItem(call, given)] : []
  })
}

/** The same turn with other words: its results and pictures stay. */
export const reworded = (turn: readonly InputItem[], words: string): readonly InputItem[] => [
  ...turn.filter((item) => item.type !== 'message'),
  userItem(words, picturesOf(turn)),
]

const Message = z.object({ content: z.array(z.looseObject({ text: z.optional(z.string()) })) })

const partsOf = (turn: readonly InputItem[]) =>
  turn.flatMap((item) => (item.type === 'message' && Message.safeParse(item).data?.content) || [])

/** A picture among the parts of a message, its hash in place of its bytes. */
export type PicturePart = ReturnType<typeof partsOf>[number]

const isPicture = (part: PicturePart) => part.type === 'input_image'

/** The pictures of a turn, as they are sent again. */
export const picturesOf = (turn: readonly InputItem[]): readonly PicturePart[] => partsOf(turn).filter(isPicture)

/** The words of a turn, as they were typed. */
export function wordsOf(turn: readonly InputItem[]): string {
  return partsOf(turn)
    .filter((part) => !isPicture(part))
    .map((part) => part.text ?? '')
    .join('\n')
}

/** The newest words of a conversation. Only its last turns are read, however long it is. */
export function lastWords(path: readonly { readonly turn?: unknown }[]): string {
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const words = wordsOf(readTurn(path[at]?.turn))
    if (words !== '') return words
  }
  return ''
}
