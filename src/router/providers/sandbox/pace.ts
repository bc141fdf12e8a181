import { setImmediate } from 'node:timers/promises'
import type { StreamEvent } from '#sandbox/text/output-events.ts'
import { unitsPerToken } from '#sandbox/text/tokens.ts'
import { eventBytes, eventsBytes, jsonReply } from '../../http/replies.ts'

/** How quickly a model answers. */
export interface Pace {
  /** Milliseconds until it begins to write. */
  readonly firstMs: number
  /** Left out: as fast as the reader takes it. */
  readonly tokensPerSecond?: number
}

/** Waits `ms` milliseconds, or rejects as soon as `signal` is aborted. May resolve to the number of milliseconds by which it was late. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<number | undefined>

/** Everything that a stream needs beside its events. */
export interface Sending {
  readonly pace: Pace
  readonly pause: Pause
  readonly signal: AbortSignal
}

/** Milliseconds before each event: a model thinks before its first item, and writes token by token. */
function waiting(pace: Pace): (event: StreamEvent) => number {
  let begun = false
  return (event) => {
    if (event.type === 'response.output_item.added' && !begun) {
      begun = true
      return pace.firstMs
    }
    if (pace.tokensPerSecond === undefined || typeof event.delta !== 'string') return 0
    return ((event.delta.length / unitsPerToken) * 1000) / pace.tokensPerSecond
  }
}

/** Longer delays are not made up for: a machine that slept does not send all that it has missed at once. */
const mostBehindMs = 1_000

/** So many late events make one piece at most. */
const mostAtOnce = 16

/**
 * Events at the model's pace, one by one while it is kept. A busy event loop wakes streams late: the events that are due by then come
 * together, so that they cost one write instead of many. Ends by a throw when the signal is aborted.
 */
async function* dueEvents(
  events: Iterable<StreamEvent>,
  { pace, pause, signal }: Sending,
): AsyncGenerator<readonly StreamEvent[], void> {
  const wait = waiting(pace)
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

/** Events as bytes at the model's pace, late ones in one piece. */
export async function* pacedBytes(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) yield eventsBytes(due)
}

/** The same with each event in a piece of its own, for those who break streams between events. */
export async function* pacedPieces(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  for await (const due of dueEvents(events, sending)) for (const event of due) yield eventBytes(event)
}

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
