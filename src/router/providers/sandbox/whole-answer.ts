import { setImmediate } from 'node:timers/promises'
import type { StreamEvent } from '#sandbox/text/response-events.ts'
import { jsonReply } from '../../http/replies.ts'
import type { Sending } from './pace.ts'

/** After so many events made in one go, others get their turn. */
const eventsAtOnce = 2048

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
