import type { Chunk } from './exchange.ts'
import { createReader, type Reader } from './read/create-reader.ts'
import type { KeyMask } from './read/key-mask.ts'
import { readError } from './read/read-error.ts'
import { type Caps, ReplyBody } from './read/reply-body.ts'
import { endOf } from './read/reply-end.ts'
import type { RawEvent, RunEvent } from './read/run-event.ts'
import type { Finish } from './read/unmarked-end.ts'
import { readHeaders } from './reply-head.ts'

/** How long the last counts of a finished reply are waited for, in ms. */
const patience = 500

/** How long nothing is told of chunks that complete no event, in ms. */
const quiet = 1000

/** What reading a reply needs beside the reply. */
interface Reading {
  readonly streamAsked: boolean
  readonly own: boolean
  readonly caps: Caps
  readonly mask: KeyMask
  /** Milliseconds since the request was sent. */
  readonly at: () => number
  /** Whether the person stopped it. */
  readonly stopped: () => boolean
}

/**
 * Reads the body of a successful reply to its one end: all events of a chunk of bytes at one go. Chunks that complete no event
 * are told as empty ones, at most one a second.
 */
export async function* readReply(reply: Response, reading: Reading): AsyncGenerator<Chunk, void> {
  const { streamAsked, own, caps, mask, at, stopped } = reading
  const body = new ReplyBody(reply.headers.get('content-type') ?? '', caps, mask)
  const reader = createReader({ streamAsked, own, mask })
  const bytes = reply.body?.getReader()
  let how: Finish = 'closed'
  let told = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (bytes && reader.phase !== 'ended' && !body.overflow) {
      const step = await bytes.read()
      if (step.done || stopped()) break
      const time = at()
      const raw = body.push(step.value, time)
      if (raw.length === 0 && time - told < quiet) continue
      told = time
      yield chunkOf(reader, raw)
      // Some routers send the counts in a chunk of their own behind the last word, and some leave the socket open instead.
      if (reader.phase === 'closing') timer ??= setTimeout(() => void close(bytes), patience)
    }
  } catch {
    how = 'cut'
  } finally {
    clearTimeout(timer)
    if (bytes) void close(bytes)
  }
  const last = body.end(stopped() ? 'stopped' : (body.overflow ?? how), at())
  const chunk = chunkOf(reader, last.events)
  const end = body.foreign === undefined ? reader.finish(last.how) : foreignEnd(reply, body.foreign, last.how, mask)
  yield { ...chunk, events: [...chunk.events, ...end] }
}

function chunkOf(reader: Reader, raw: readonly RawEvent[]): Extract<Chunk, { kind: 'events' }> {
  const events: RunEvent[] = []
  for (const event of raw) for (const told of reader.push(event)) events.push(told)
  return { kind: 'events', raw, events }
}

/** A page or plain words with a good status: the service did not answer, so nobody knows what became of the request. */
function foreignEnd(reply: Response, text: string, how: Finish, mask: KeyMask): RunEvent[] {
  if (how === 'stopped') return [endOf('stopped')]
  const headers = readHeaders(reply, mask)
  const error = readError({ status: reply.status, headers, text: mask.hide(text), now: Date.now() })
  return [{ kind: 'error', error }, endOf('unknown')]
}

async function close(bytes: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    await bytes.cancel()
  } catch {
    // It broke by itself: that is told by whoever reads it.
  }
}
