import { ownOf, stringOf } from '#contract/core/loose-json.ts'
import type { Run } from '../../../run/run.ts'
import { shortly } from '../../../ui/format.ts'
import {
  type AllAnswers,
  answersTo,
  approvalOf,
  asInputItems,
  type OpenCall,
  type ToolAnswer,
  type ToolAnswers,
  type TurnItem,
} from '../turn/turn.ts'

/** What a card needs of the answer that it is in. */
export interface Asking {
  readonly run: Run
  /** More of it may come. */
  readonly open: boolean
  /** Absent where nothing is to be answered any more. */
  readonly answers?: ToolAnswers | undefined
  readonly onAnswer: (call: OpenCall, answer: ToolAnswer) => void
  readonly onReturn: (results: readonly TurnItem[]) => void
}

/** What an answer asks for and the next turn can answer: calls, unless they were cut off, and approvals of a whole answer. */
export function openCalls(run: Pick<Run, 'result'> | undefined): readonly OpenCall[] {
  if (!run) return []
  const items = asInputItems(run.result)
  const whole = new Set(items.map((item) => item.call_id))
  const calls = run.result.outputs.filter((output) => output.kind === 'tool-call')
  const requests = items.filter(({ type }) => type === 'mcp_approval_request')
  const approvals = requests.map((item) => ({
    kind: 'approval' as const,
    callId: approvalOf(item) ?? '',
    name: stringOf(item.name),
  }))
  return [...calls.filter(({ callId }) => callId !== '' && whole.has(callId)), ...approvals]
}

/** What was typed for a call. Routers name calls as they like, `constructor` too. */
export function answerTo(call: OpenCall, answers: ToolAnswers | undefined): ToolAnswer | undefined {
  return ownOf(answers, call.callId)
}

/** A failed call is sent as `{ "error": … }`, since the convention has no field for failures. */
function resultItem(call: OpenCall, { text, failed }: ToolAnswer): TurnItem {
  if (call.kind === 'approval') {
    const reason = failed && text.trim() !== '' && { reason: text }
    return { type: 'mcp_approval_response', approval_request_id: call.callId, approve: !failed, ...reason }
  }
  const output = failed ? JSON.stringify({ error: text }) : text
  return { type: call.custom ? 'custom_tool_call_output' : 'function_call_output', call_id: call.callId, output }
}

/** Bytes of a result that is sent. */
const mostOfResult = 1_000_000

/** The bytes of long results: every card of an answer asks with each key. */
const sizes = new WeakMap<ToolAnswer, number>()

/** Counts bytes only where the length leaves it open, and a copy is made only of what is not ASCII. */
export function isTooLarge(answer: ToolAnswer): boolean {
  const { length } = answer.text
  if (length * 3 <= mostOfResult || length > mostOfResult) return length > mostOfResult
  const size = sizes.get(answer) ?? (/[\u0080-\uffff]/.test(answer.text) ? new Blob([answer.text]).size : length)
  sizes.set(answer, size)
  return size > mostOfResult
}

/** An empty text is a result where a mock returned it, and nothing yet where a person types. */
export const isGiven = (answer: ToolAnswer | undefined): answer is ToolAnswer =>
  answer !== undefined && (answer.failed || answer.text !== '' || answer.from !== undefined) && !isTooLarge(answer)

export function resultsOf(calls: readonly OpenCall[], answers: ToolAnswers): readonly TurnItem[] {
  return calls.flatMap((call) => {
    const given = answerTo(call, answers)
    return isGiven(given) ? [resultItem(call, given)] : []
  })
}

/** The results for what a path's last answer asks for. */
export const resultsIn = (path: readonly Run[], all: AllAnswers): readonly TurnItem[] =>
  resultsOf(openCalls(path.at(-1)), answersTo(path.at(-1), all))

/** What a call is named on the screen. Routers name calls as they like: not at all, or without an end. */
export function callName({ name }: Pick<OpenCall, 'name'>): string {
  return shortly(name || 'unnamed tool', 100)
}
