import { recordOf } from '#contract/core/loose-json.ts'
import { platform } from '#sandbox/platform.ts'
import type { StreamEvent } from '#sandbox/text/output-events.ts'
import { unitsPerToken } from '#sandbox/text/tokens.ts'
import { eventBytes, eventsBytes, jsonReply } from '../../http/http-replies.ts'
import type { Keep } from '../../upstream/earlier-items.ts'

export interface Speed {
  /** Milliseconds until it begins to write. */
  readonly firstMs: number
  /** Unlimited by default. */
  readonly tokensPerSecond?: number
}

/** Waits `ms` milliseconds, or rejects as soon as `signal` is aborted. May resolve to the number of milliseconds by which it was late. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<number | undefined>

export interface Sending {
  readonly speed: Speed
  readonly pause: Pause
  readonly signal: AbortSignal
  /** Keeps a whole response, before its end is sent. */
  readonly keep?: Keep | undefined
}

/** The delay before each event: `firstMs` before the first item, then by the length of each delta. */
function waiting(speed: Speed): (event: StreamEvent) => number {
  let begun = false
  return (event) => {
    if (event.type === 'response.output_item.added' && !begun) {
      begun = true
      return speed.firstMs
    }
    if (speed.tokensPerSecond === undefined || typeof event.delta !== 'string') return 0
    return ((event.delta.length / unitsPerToken) * 1000) / speed.tokensPerSecond
  }
}

/** Only so much delay is made up for, so that a machine that slept does not send everything it missed at once. */
const mostBehindMs = 1_000

/** The most late events in one chunk. */
const mostAtOnce = 16

/**
 * Events at the model's speed, one at a time. When a busy event loop wakes the stream late, the events that are due by then are yielded
 * together, which costs one write instead of many. Throws when the signal is aborted.
 */
async function* dueEvents(
  events: Iterable<StreamEvent>,
  { speed, pause, signal }: Sending,
): AsyncGenerator<readonly StreamEvent[], void> {
  const wait = waiting(speed)
  let behind = 0
  let due: StreamEvent[] = []
  for (const event of events) {
    const ms = wait(event) - behind
    signal.throwIfAborted()
    const joins = behind > 0 && ms <= 0 && due.length < mostAtOnce
    if (due.length > 0 && !joins) {
      yield due
      due = []
    }
    behind = ms > 0 ? Math.min((await pause(ms, signal)) ?? 0, mostBehindMs) : -ms
    due.push(event)
  }
  if (due.length > 0) yield due
}

async function keepEnd(event: StreamEvent | undefined, { keep }: Pick<Sending, 'keep'>): Promise<void> {
  if (event && /^response\.(completed|incomplete)$/.test(event.type)) await keep?.(recordOf(event.response))
}

/** Events as bytes at the model's speed, late ones in one chunk. */
export async function* timedChunks(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) {
    await keepEnd(due.at(-1), sending)
    yield eventsBytes(due)
  }
}

/** The same with each event in its own chunk, for faults between events. */
export async function* timedPieces(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) {
    await keepEnd(due.at(-1), sending)
    for (const event of due) yield eventBytes(event)
  }
}

/** The number of events generated between two turns of the event loop. */
const eventsAtOnce = 2048

/** The response of the stream's last event as one JSON document, after the model's initial delay. */
export async function wholeAnswer(
  events: Iterable<StreamEvent>,
  { speed, pause, signal, keep }: Sending,
): Promise<Response> {
  if (speed.firstMs > 0) await pause(speed.firstMs, signal)
  let last: StreamEvent | undefined
  let made = 0
  for (const event of events) {
    last = event
    made += 1
    if (made % eventsAtOnce === 0) await platform.nextTurn()
    signal.throwIfAborted()
  }
  await keepEnd(last, { keep })
  return jsonReply(last?.response)
}
