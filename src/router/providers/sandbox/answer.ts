import { setImmediate } from 'node:timers/promises'
import { beginResponse } from '#contract/responses/response-object.ts'
import { jsonReply } from '../../json-reply.ts'
import type { ProviderRequest } from '../../provider.ts'
import type { Sending } from './pace.ts'
import { planOf } from './plan.ts'
import { responseEvents, type StreamEvent } from './response-events.ts'
import { seedOf } from './seed.ts'
import type { Sight } from './sights.ts'

/** After so many events made in one go, others get their turn. */
const eventsAtOnce = 2048

/**
 * The events that answer a request, whose pictures have been looked at. A request that cannot be served is a `RouterError`, thrown here
 * and not while they are made.
 */
export function eventsFor(
  { body, requestId }: ProviderRequest,
  now: () => number,
  sights: readonly Sight[] = [],
): Generator<StreamEvent, void> {
  const plan = planOf(body, sights)
  const id = `resp_${seedOf(requestId).slice(0, 32)}`
  return responseEvents(plan, beginResponse(body, { id, createdAt: Math.floor(now() / 1000) }), now)
}

/** The response as one JSON document, after the time the model needs to begin: what the stream's last event would hold. */
export async function wholeAnswer(events: Iterable<StreamEvent>, { pace, pause, signal }: Sending): Promise<Response> {
  if (pace.firstMs > 0) await pause(pace.firstMs, signal)
  let last: StreamEvent | undefined
  let made = 0
  for (const event of events) {
    last = event
    made += 1
    if (made % eventsAtOnce === 0) await setImmediate()
    signal.throwIfAborted()
  }
  return jsonReply(last?.response)
}
