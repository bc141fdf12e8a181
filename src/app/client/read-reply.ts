import type { Chunk } from './exchange.ts'
import { createReader, type Reader } from './read/create-reader.ts'
import type { StreamEvent } from './read/event-stream.ts'
import type { KeyMask } from './read/key-mask.ts'
import { readError } from './read/read-error.ts'
import { type Caps, ReplyBody } from './read/reply-body.ts'
import { endOf } from './read/reply-end.ts'
import type { RawEvent, RunEvent } from './read/run-event.ts'
import type { Finish } from './read/unmarked-end.ts'
import { readHeaders } from './reply-head.ts'

/** How long the last counts of a finished reply are waited for, in ms. */
const patience = 500

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

/** Reads the body of a successful reply, one chunk of events for each chunk of bytes, to its one end. */
export async function* readReply(reply: Response, reading: Reading): AsyncGenerator<Chunk, void> {
  const body = new ReplyBody(reply.headers.get('content-type') ?? '', reading.caps)
  const { streamAsked, own, mask } = reading
  const reader = createReader({ streamAsked, own, mask })
  const how = yield* readChunks(reply, body, reader, reading)
  const last = body.end(how)
  const chunk = chunkOf(reader, last.events, reading)
  const end = body.foreign === undefined ? reader.finish(last.how) : foreignEnd(reply, body.foreign, last.how, mask)
  yield { ...chunk, events: [...chunk.events, ...end] }
}

async function* readChunks(
  reply: Response,
  body: ReplyBody,
  reader: Reader,
  reading: Reading,
): AsyncGenerator<Chunk, Finish> {
  const { stopped } = reading
  const bytes = reply.body?.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (bytes && reader.phase !== 'ended' && !body.overflow) {
      const step = await bytes.read()
      if (stopped()) return 'stopped'
      if (step.done) break
      yield chunkOf(reader, body.push(step.value), reading)
      // Some routers send the counts in a chunk of their own behind the last word, and some leave the socket open instead.
      if (reader.phase === 'closing') timer ??= setTimeout(() => void close(bytes), patience)
    }
    return body.overflow ?? 'closed'
  } catch {
    return stopped() ? 'stopped' : 'cut'
  } finally {
    clearTimeout(timer)
    if (bytes) void close(bytes)
  }
}

function chunkOf(
  reader: Reader,
  found: readonly StreamEvent[],
  { at, mask }: Pick<Reading, 'at' | 'mask'>,
): Extract<Chunk, { kind: 'events' }> {
  const time = at()
  const raw: RawEvent[] = found.map(({ name, data }) => ({
    at: time,
    ...(name !== undefined && { name: mask.hide(name) }),
    data: mask.hide(data),
  }))
  return { kind: 'events', raw, events: raw.flatMap((event) => reader.push(event)) }
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
