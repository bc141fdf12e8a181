import type { Clock } from '../clock.ts'
import { pulled } from './replies.ts'

/** How much longer, and how much more, is taken from a client that still sends: twice the largest body that any route takes. */
const limits = { ms: 2_000, bytes: 128 * 1024 * 1024 }

async function discard(rest: ReadableStream<Uint8Array>, clock: Clock): Promise<void> {
  const reader = rest.getReader()
  // Rejects the read that is waiting. Racing each read against one promise would keep all that was read until that is settled.
  const cancel = clock.after(limits.ms, () => reader.releaseLock())
  try {
    for (let bytes = 0; bytes <= limits.bytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.length
    }
  } catch {
    // The time is over, or the client has gone: it has its answer, or wants none.
  } finally {
    cancel()
  }
}

/**
 * An answer that was ready before its request had come in whole. It goes out at once; its end is held back while `rest` is read and
 * thrown away, because closing a connection on which a client still writes takes the answer from it.
 */
export function lingering(
  answer: ReadableStream<Uint8Array>,
  rest: ReadableStream<Uint8Array>,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const reader = answer.getReader()
  async function next(): Promise<Uint8Array | undefined> {
    const { value } = await reader.read()
    if (!value) await discard(rest, clock)
    return value
  }
  return pulled(next, (reason) => reader.cancel(reason))
}
