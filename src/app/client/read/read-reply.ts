import type { Chunk, ReplyFile } from '../exchange.ts'
import { type KeyMask, noMask } from './key-mask.ts'
import type { Lifted } from './media/lift-media.ts'
import { readError } from './read-error.ts'
import { inTurns, readHeaders } from './read-response.ts'
import { type Caps, eventWithoutKey, ReplyBody } from './reply-body.ts'
import { endOf, type Finish } from './reply-end.ts'
import { type MediaReading, ReplyReader } from './reply-reader.ts'
import type { RawEvent, RunEvent } from './run-event.ts'

/** How long the last counts of a finished reply are waited for, in ms. */
const patience = 500

/** How long nothing is told of chunks that complete no event, in ms. */
const quiet = 1000

/** An event of text that is no longer than this holds no media. */
const longestWords = 16_384

/** What reading a reply needs beside the reply. */
export interface ReplyContext {
  /** What reads the media routes; left out for conversations. */
  readonly media?: MediaReading
  readonly streamAsked: boolean
  readonly own: boolean
  readonly caps: Caps
  readonly mask: KeyMask
  /** Milliseconds since the request was sent. */
  readonly at: () => number
  /** Whether the person stopped it. */
  readonly stopped: () => boolean
}

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>

/**
 * Reads the body of a successful reply to its one end: all events of a piece of its bytes at one go. Chunks that complete no event
 * are told as empty ones, at most one a second.
 */
export async function* readReply(reply: Response, reading: ReplyContext): AsyncGenerator<Chunk, void> {
  const { media, streamAsked, own, caps, mask, at, stopped } = reading
  const words = media ? 0 : longestWords
  // Media are taken out before the key is looked for: they are most of a reply, and a picture is shown as it is.
  const body = new ReplyBody(reply.headers.get('content-type') ?? '', caps, media ? noMask : mask)
  const lift = async (raw: readonly RawEvent[]) => withoutMedia(raw, words, media ? mask : noMask)
  const reader = new ReplyReader({ streamAsked, own, mask, ...(media && { media }) })
  const bytes = reply.body?.getReader()
  const pieces = bytes && inTurns(bytes)
  let how: Finish = 'closed'
  let told = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (pieces && reader.phase !== 'ended' && !body.overflow) {
      const step = await pieces.next()
      if (step.done || stopped()) break
      const time = at()
      const raw = body.push(step.value, time)
      if (raw.length === 0 && time - told < quiet) continue
      told = time
      yield await chunkOf(reader, await lift(raw))
      // Some routers send the counts in a chunk of their own behind the last word, and some leave the socket open instead.
      if (reader.phase === 'closing') timer ??= setTimeout(() => void (bytes && close(bytes)), patience)
    }
  } catch {
    how = 'cut'
  } finally {
    clearTimeout(timer)
    if (bytes) void close(bytes)
  }
  const last = body.end(stopped() ? 'stopped' : (body.overflow ?? how), at())
  const chunk = await chunkOf(reader, await lift(last.events))
  const end = body.foreign === undefined ? reader.finish(last.how) : foreignEnd(reply, body.foreign, last.how, mask)
  yield { ...chunk, events: [...chunk.events, ...end] }
}

async function chunkOf(reader: ReplyReader, { raw, files }: Lifted): Promise<EventChunk> {
  if (reader.needsChat(raw)) await learnChat(reader)
  const events: RunEvent[] = []
  for (const event of raw) for (const told of reader.push(event)) events.push(told)
  return { kind: 'events', raw, events, ...(files.length > 0 && { files }) }
}

/** Replies of foreign routers have it loaded before the request goes; elsewhere chat completions are not to be expected. */
async function learnChat(reader: ReplyReader): Promise<void> {
  const loaded = await import('./chat-reader.ts').catch(() => undefined)
  if (loaded) reader.learnChat(loaded.chatReading)
}

const noFiles: readonly ReplyFile[] = []

/**
 * The events without the media that stand in them as base64, and then without the key. Where the code for that does not come, media
 * stay as they are.
 */
async function withoutMedia(raw: readonly RawEvent[], words: number, mask: KeyMask): Promise<Lifted> {
  const lifted = raw.some(({ data }) => data.length > words)
    ? await import('./media/lift-media.ts').then(({ liftMedia }) => liftMedia(raw)).catch(() => undefined)
    : undefined
  const { raw: left, files } = lifted ?? { raw, files: noFiles }
  return { raw: mask === noMask ? left : left.map((event) => eventWithoutKey(event, mask)), files }
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
