import * as z from 'zod/mini'
import { ownOf, textOf } from '#contract/core/loose-json.ts'
import type { Output, RunResult, ToolCall } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'

/** An item of the next request's `input`. */
export type TurnItem = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * A reply as Responses input items, so that the next turn can go on from it. Left out: reasoning (it is bound to the account it
 * was made for), media, items of types that have no reading, empty texts, and calls that were cut off, which routers refuse. Of the
 * items, requests for an approval and the calls that were approved stay: a router that stores nothing knows neither.
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
    case 'item':
      return whole ? itemsOfApproval(output.item) : []
    case 'reasoning':
    case 'media':
      return []
  }
}

/** The id of the approval that an item asks for, gives, or was allowed by; undefined for all other items. */
export function approvalOf({ type, id, approval_request_id }: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'mcp_approval_request') return textOf(id)
  return type === 'mcp_approval_response' || type === 'mcp_call' ? textOf(approval_request_id) : undefined
}

const itemsOfApproval = (item: unknown): readonly TurnItem[] =>
  readTurn([item]).filter((one) => approvalOf(one) !== undefined)

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

/** The typed result of a tool call, or its error. For an approval, an error declines it and is the reason. */
export const ToolAnswer = z.object({
  text: z.string(),
  failed: z.boolean(),
  /** What filled it in; absent once a person has changed it. */
  from: z.optional(z.enum(['memory', 'mock'])),
  /** Whether it is kept as the answer to further equal calls; absent where nobody has said. */
  again: z.optional(z.boolean()),
})
export type ToolAnswer = z.infer<typeof ToolAnswer>

export type ToolAnswers = Readonly<Record<string, ToolAnswer>>

/** Those of several runs, by their ids. */
export type AllAnswers = Readonly<Record<string, ToolAnswers>>

const noAnswers: ToolAnswers = {}

/** What was typed for the calls of a run. */
export const answersTo = (run: Pick<Run, 'id'> | undefined, all: AllAnswers): ToolAnswers =>
  ownOf(all, run?.id) ?? noAnswers

export const withAnswer = (all: AllAnswers, run: string, call: string, answer: ToolAnswer): AllAnswers => ({
  ...all,
  [run]: { ...ownOf(all, run), [call]: answer },
})

/** A request of a router's tool server to be allowed a call. It is answered like a call. */
export interface Approval {
  readonly kind: 'approval'
  /** Its own id. */
  readonly callId: string
  readonly name: string
}

/** What an answer asks of the person. */
export type OpenCall = ToolCall | Approval

/** A message of words, of files, or of both. */
export function userItem(text: string, attached: readonly object[] = []): TurnItem {
  const words = text.trim() === '' && attached.length > 0 ? [] : [{ type: 'input_text', text }]
  return { type: 'message', role: 'user', content: [...words, ...attached] }
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
