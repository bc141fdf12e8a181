import { defined, type JsonRecord } from '#contract/core/loose-json.ts'
import { beginResponse, type ResponseObject } from '#contract/responses/response-object.ts'
import { seedOf } from '../seeded-random.ts'
import { type Plan, type PlannedItem, planOf } from './plan-answer.ts'
import type { Sight } from './sights.ts'
import { piecesOf, startOf, unitsPerToken } from './tokens.ts'

/** An event of the Responses stream without its `sequence_number`. */
export type OutputEvent = { readonly type: string } & Readonly<Record<string, unknown>>

type OutputItem = Readonly<Record<string, unknown>>

/** The output budget: remaining and written UTF-16 code units. */
class Budget {
  left: number
  used = 0
  reasoning = 0

  constructor(maxTokens: number | null) {
    this.left = maxTokens === null ? Number.POSITIVE_INFINITY : maxTokens * unitsPerToken
  }

  spend(piece: string): string {
    const written = startOf(piece, this.left)
    this.left = written.length < piece.length ? 0 : this.left - piece.length
    this.used += written.length
    return written
  }
}

/** A generated item; `cut` if the budget ended before it did. */
interface WrittenItem {
  readonly item: OutputItem
  readonly cut: boolean
}

type Writing = Generator<OutputEvent, WrittenItem>

/** The events of one item, from `output_item.added` to `output_item.done`. `at` is its place in the output. */
function* itemEvents(planned: PlannedItem, at: number, budget: Budget): Writing {
  yield { type: 'response.output_item.added', output_index: at, item: openItem(planned) }
  const written = yield* contentEvents(planned, at, budget)
  yield { type: 'response.output_item.done', output_index: at, item: written.item }
  return written
}

function contentEvents(planned: PlannedItem, at: number, budget: Budget): Writing {
  if (planned.kind === 'message') return messageEvents(planned, at, budget)
  if (planned.kind === 'reasoning') return reasoningEvents(planned, at, budget)
  return callEvents(planned, at, budget)
}

function openItem(planned: PlannedItem): OutputItem {
  const { id } = planned
  const status = 'in_progress'
  if (planned.kind === 'message') return { id, type: 'message', status, role: 'assistant', content: [] }
  if (planned.kind === 'reasoning') return { id, type: 'reasoning', status, summary: [] }
  const { callId: call_id, name, namespace } = planned
  const call = defined({ status, call_id, name, namespace })
  return planned.kind === 'custom'
    ? { id, type: 'custom_tool_call', ...call, input: '' }
    : { id, type: 'function_call', ...call, arguments: '' }
}

/** A `.delta` event for each piece that the budget allows. */
function* deltas(
  text: Iterable<string>,
  budget: Budget,
  event: OutputEvent,
): Generator<OutputEvent, { readonly text: string; readonly cut: boolean }> {
  const written: string[] = []
  for (const part of text) {
    for (const piece of piecesOf(part)) {
      const delta = budget.spend(piece)
      if (delta !== '') {
        written.push(delta)
        yield { ...event, delta }
      }
      if (delta !== piece) return { text: written.join(''), cut: true }
    }
  }
  return { text: written.join(''), cut: false }
}

const statusOf = (cut: boolean) => (cut ? 'incomplete' : 'completed')

function* messageEvents(planned: PlannedItem & { kind: 'message' }, at: number, budget: Budget): Writing {
  const place = { item_id: planned.id, output_index: at, content_index: 0 }
  const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
  yield { type: 'response.content_part.added', ...place, part: part('') }
  const delta = { type: 'response.output_text.delta', ...place, logprobs: [] }
  const { text, cut } = yield* deltas(planned.text, budget, delta)
  yield { type: 'response.output_text.done', ...place, text, logprobs: [] }
  yield { type: 'response.content_part.done', ...place, part: part(text) }
  return { item: { ...openItem(planned), status: statusOf(cut), content: [part(text)] }, cut }
}

function* reasoningEvents(planned: PlannedItem & { kind: 'reasoning' }, at: number, budget: Budget): Writing {
  const before = budget.used
  const summary: OutputItem[] = []
  let cut = false
  for (const [index, step] of planned.parts.entries()) {
    if (cut) break
    const place = { item_id: planned.id, output_index: at, summary_index: index }
    yield { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } }
    const delta = { type: 'response.reasoning_summary_text.delta', ...place }
    const written = yield* deltas([step], budget, delta)
    yield { type: 'response.reasoning_summary_text.done', ...place, text: written.text }
    const part = { type: 'summary_text', text: written.text }
    yield { type: 'response.reasoning_summary_part.done', ...place, part }
    summary.push(part)
    cut = written.cut
  }
  budget.reasoning += budget.used - before
  return { item: { ...openItem(planned), status: statusOf(cut), summary }, cut }
}

function* callEvents(planned: PlannedItem & { kind: 'function' | 'custom' }, at: number, budget: Budget): Writing {
  const place = { item_id: planned.id, output_index: at }
  const custom = planned.kind === 'custom'
  const type = custom ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  const { text, cut } = yield* deltas([planned.input], budget, { type: `${type}.delta`, ...place })
  const filled = custom ? { input: text } : { arguments: text }
  yield { type: `${type}.done`, ...place, ...filled, name: planned.name }
  return { item: { ...openItem(planned), status: statusOf(cut), ...filled }, cut }
}

/** An event with its `sequence_number`, which counts up from 0. */
export type StreamEvent = OutputEvent & { readonly sequence_number: number }

/**
 * The events of the answer to a request with its decoded images. A request that cannot be served throws a `SandboxRefusal` here, not while
 * the events are generated. `now` is in milliseconds.
 */
export function eventsFor(
  { body, requestId }: { readonly body: JsonRecord; readonly requestId: string },
  now: () => number,
  sights: readonly Sight[] = [],
): Generator<StreamEvent, void> {
  const plan = planOf(body, sights)
  const id = `resp_${seedOf(requestId).slice(0, 32)}`
  return responseEvents(plan, beginResponse(body, { id, createdAt: Math.floor(now() / 1000) }), now)
}

/**
 * All events of one response in the canonical order (wire-facts §3.5), generated lazily. Every lifecycle event
 * contains the whole response object. `now` is in milliseconds.
 */
function* responseEvents(plan: Plan, begun: ResponseObject, now: () => number): Generator<StreamEvent, void> {
  let number = 0
  for (const { type, ...rest } of eventsOf(plan, begun, now)) {
    yield { type, sequence_number: number, ...rest }
    number += 1
  }
}

function* eventsOf(plan: Plan, begun: ResponseObject, now: () => number): Generator<OutputEvent, void> {
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  const budget = new Budget(begun.max_output_tokens)
  const output: OutputItem[] = []
  let cut = false
  for (const planned of plan.items) {
    cut ||= budget.left <= 0
    if (cut) break
    const written = yield* itemEvents(planned, output.length, budget)
    output.push(written.item)
    cut = written.cut
  }
  const ended = { ...begun, output: output.map((item) => ({ ...item })), usage: usageOf(plan, budget) }
  if (cut) {
    const incomplete_details = { reason: 'max_output_tokens' }
    yield { type: 'response.incomplete', response: { ...ended, status: 'incomplete', incomplete_details } }
    return
  }
  const completed_at = Math.floor(now() / 1000)
  yield { type: 'response.completed', response: { ...ended, status: 'completed', completed_at } }
}

/** Token counts in the usual shape; `estimated` marks counts made without a tokenizer. */
function usageOf({ inputTokens }: Plan, { used, reasoning }: Budget) {
  const output = Math.ceil(used / unitsPerToken)
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: Math.min(output, Math.ceil(reasoning / unitsPerToken)) },
    total_tokens: inputTokens + output,
    estimated: true,
  }
}
