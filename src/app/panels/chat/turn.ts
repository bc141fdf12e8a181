import * as z from 'zod/mini'
import type { InputItem } from '../../run/as-input-items.ts'
import type { ToolCall } from '../../run/result.ts'

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

export function userItem(text: string): InputItem {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

/** A failed call is told as `{ "error": … }`: the convention has no word of its own for it. */
export function resultItem(call: ToolCall, answer: ToolAnswer): InputItem {
  const output = answer.failed ? JSON.stringify({ error: answer.text }) : answer.text
  return { type: call.custom ? 'custom_tool_call_output' : 'function_call_output', call_id: call.callId, output }
}

const Message = z.object({ content: z.array(z.looseObject({ text: z.optional(z.string()) })) })

/** The words of a turn, as they were typed. */
export function wordsOf(turn: readonly InputItem[]): string {
  return turn
    .flatMap((item) => {
      const parsed = item.type === 'message' ? Message.safeParse(item) : undefined
      return parsed?.success ? parsed.data.content.map((part) => part.text ?? '') : []
    })
    .join('\n')
}

/** The newest words of some turns. */
export function lastWords(turns: readonly (readonly InputItem[])[]): string {
  return turns.map(wordsOf).findLast((words) => words !== '') ?? ''
}
