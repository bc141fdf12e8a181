import type { JsonRecord } from '#contract/core/loose-json.ts'
import { beginResponse, type ResponseObject } from '#contract/responses/response-object.ts'
import { seedOf } from '../seed.ts'
import { Budget, itemEvents, type OutputEvent, type OutputItem } from './output-events.ts'
import { type Plan, planOf } from './plan.ts'
import type { Sight } from './sights.ts'
import { unitsPerToken } from './tokens.ts'

/** An event as it is sent: `sequence_number` counts up from 0. */
export type StreamEvent = OutputEvent & { readonly sequence_number: number }

/**
 * The events that answer a request, whose pictures have been looked at. A request that cannot be served is a `Refusal`, thrown here
 * and not while the events are made. `now` is in milliseconds.
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
 * All events of one response in the canonical order (wire-facts §3.5), made one by one as they are asked for. Every lifecycle event
 * holds the whole response object. `now` is in milliseconds.
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

/** Token counts in the usual shape; `estimated` says that no tokenizer made them. */
function usageOf({ inputTokens }: Plan, { used, reasoning }: Budget) {
  const output = Math.ceil(used / unitsPerToken)
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: Math.min(output, Math.ceil(reasoning / unitsPerToken)) },
    total_tokens: inputTokens + output,
    estimated: true,
  }
}
