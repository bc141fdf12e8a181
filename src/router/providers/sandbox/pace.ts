import { eventBytes } from '../../events.ts'
import { pulled } from '../../pulled.ts'
import type { StreamEvent } from './response-events.ts'
import { unitsPerToken } from './tokens.ts'

/** How quickly a model answers. */
export interface Pace {
  /** Milliseconds until it begins to write. */
  readonly firstMs: number
  /** Left out: as fast as the reader takes it. */
  readonly tokensPerSecond?: number
}

/** Waits `ms` milliseconds, or rejects as soon as `signal` is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

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

/** Events as bytes, each in one piece, at the model's pace. Ends by a throw when the signal is aborted. */
export async function* pacedBytes(events: Iterable<StreamEvent>, sending: Sending): AsyncGenerator<Uint8Array, void> {
  const wait = waiting(sending.pace)
  for (const event of events) {
    const ms = wait(event)
    sending.signal.throwIfAborted()
    if (ms > 0) await sending.pause(ms, sending.signal)
    yield eventBytes(event)
  }
}

/** An answer that is a stream of events. Pieces are made when the reader asks for one, so a slow reader holds nothing up but itself. */
export function eventStream(
  bytes: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
  signal: AbortSignal,
): Response {
  return new Response(streamOf(bytes, signal), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

/** The pieces as a body; its reader's leaving aborts the signal that they are made with. */
export function streamOf(
  bytes: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const pieces = bytes(AbortSignal.any([signal, left.signal]))
  const next = async () => {
    const piece = await pieces.next()
    return piece.done ? undefined : piece.value
  }
  return pulled(next, (reason) => left.abort(reason))
}
