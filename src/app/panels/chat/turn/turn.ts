import * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Output, RunResult, ToolCall } from '../../../run/result.ts'
import { shortly } from '../../../ui/format.ts'

/** An item of the next request's `input`. */
export type TurnItem = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * A reply as Responses input items, so that the next turn can go on from it. Left out: reasoning (it is bound to the account it
 * was made for), media, items of types that have no reading, empty texts, and calls that were cut off, which routers refuse.
 * A call without parameters gets an empty object: some routers send nothing for it, and refuse that when it comes back.
 */
export function asInputItems(result: RunResult): readonly TurnItem[] {
  const whole = result.end?.status === 'completed'
  return result.outputs.flatMap((output) => itemOf(output, whole))
}

function itemOf(output: Output, whole: boolean): readonly TurnItem[] {
  switch (output.kind) {
    case 'message':
      return message(output.parts.filter(({ text }) => text !== '').map(({ text }) => ({ type: 'output_text', text })))
    case 'refusal':
      return message(output.text === '' ? [] : [{ type: 'refusal', refusal: output.text }])
    case 'tool-call': {
      if (!output.done && !whole) return []
      const { callId: call_id, name } = output
      return output.custom
        ? [{ type: 'custom_tool_call', call_id, name, input: output.arguments }]
        : [
            {
              type: 'function_call',
              call_id,
              name,
              arguments: output.arguments.trim() === '' ? '{}' : output.arguments,
            },
          ]
    }
    case 'reasoning':
    case 'media':
    case 'item':
      return []
  }
}

function message(content: readonly object[]): readonly TurnItem[] {
  return content.length === 0 ? [] : [{ type: 'message', role: 'assistant', content }]
}

const Turn = z.array(z.looseObject({ type: z.string() }))

/** What was read, by what is stored: each message is sent with all turns before it. */
const known = new WeakMap<object, readonly TurnItem[]>()

/** The user's items of one turn from the ledger; none where they do not match the schema. */
export function readTurn(stored: unknown): readonly TurnItem[] {
  const found = typeof stored === 'object' && stored !== null ? known.get(stored) : undefined
  if (found) return found
  const items = Turn.safeParse(stored).data ?? []
  if (typeof stored === 'object' && stored !== null) known.set(stored, items)
  return items
}

/** The typed result of a tool call, or its error. */
export interface ToolAnswer {
  readonly text: string
  readonly failed: boolean
}

type ToolAnswers = Readonly<Record<string, ToolAnswer>>

/** What was typed for a call. Routers name calls as they like, `constructor` too. */
export function answerTo(call: ToolCall, answers: ToolAnswers | undefined): ToolAnswer | undefined {
  return ownOf(answers, call.callId)
}

/** A message of words, of files, or of both. */
export function userItem(text: string, attached: readonly object[] = []): TurnItem {
  const words = text.trim() === '' && attached.length > 0 ? [] : [{ type: 'input_text', text }]
  return { type: 'message', role: 'user', content: [...words, ...attached] }
}

/** A failed call is sent as `{ "error": … }`, since the convention has no field for failures. */
function resultItem(call: ToolCall, answer: ToolAnswer): TurnItem {
  const output = answer.failed ? JSON.stringify({ error: answer.text }) : answer.text
  return { type: call.custom ? 'custom_tool_call_output' : 'function_call_output', call_id: call.callId, output }
}

export const isGiven = (answer: ToolAnswer | undefined): answer is ToolAnswer =>
  answer !== undefined && (answer.failed || answer.text !== '')

export function resultsOf(calls: readonly ToolCall[], answers: ToolAnswers): readonly TurnItem[] {
  return calls.flatMap((call) => {
    const given = answerTo(call, answers)
    return isGiven(given) ? [resultItem(call, given)] : []
  })
}

/** The same turn with other words: its results, its files and the messages before it stay. */
export function reworded(turn: readonly TurnItem[], words: string): readonly TurnItem[] {
  const said = messageOf(turn)
  return [...turn.filter((item) => item !== said), userItem(words, attachmentsOf(turn))]
}

const Message = z.object({ content: z.array(z.looseObject({ text: z.optional(z.string()) })) })

const messageOf = (turn: readonly TurnItem[]) =>
  turn.findLast(({ type, role }) => type === 'message' && role === 'user')

/** The messages of a prompt that were sent before the one that was typed. */
export const earlierMessages = (turn: readonly TurnItem[]): readonly TurnItem[] =>
  turn.filter((item) => item.type === 'message' && item !== messageOf(turn))

const partsOf = (item: TurnItem | undefined) => Message.safeParse(item).data?.content ?? []

/** A file among the parts of a message, its hash in place of its bytes. */
export type AttachedPart = ReturnType<typeof partsOf>[number]

const attachedParts: ReadonlySet<unknown> = new Set(['input_image', 'input_file', 'input_audio'])

const isAttached = ({ type }: AttachedPart) => attachedParts.has(type)

/** The files of a turn, as they are sent again. */
export const attachmentsOf = (turn: readonly TurnItem[]): readonly AttachedPart[] =>
  partsOf(messageOf(turn)).filter(isAttached)

/** The words of a turn, as they were typed. */
export const typedWords = (turn: readonly TurnItem[]): string => messageWords(messageOf(turn))

/** The words of a message. */
export const messageWords = (item: TurnItem | undefined): string =>
  partsOf(item)
    .filter((part) => !isAttached(part))
    .map((part) => part.text ?? '')
    .join('\n')

/** The newest words of a conversation. Only its last turns are read, however long it is. */
export function lastWords(path: readonly { readonly turn?: unknown }[]): string {
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const words = typedWords(readTurn(path[at]?.turn))
    if (words !== '') return words
  }
  return ''
}

/** What a call is named on the screen. Routers name calls as they like: not at all, or without an end. */
export function callName({ name }: ToolCall): string {
  return shortly(name || 'unnamed tool', 100)
}
