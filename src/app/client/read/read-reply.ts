import type { ReplyCaps } from '#contract/routes.ts'
import { type KeyMask, noMask } from '#media/key-mask.ts'
import type { Chunk, EventChunk } from '../exchange.ts'
import type { Extracted, ExtractFrom } from './media/extract-media.ts'
import type { SoundPieces } from './media/sound-pieces.ts'
import { errorOfReply, inTurns } from './read-response.ts'
import { eventWithoutKey, ReplyBody } from './reply-body.ts'
import { endOf, type Finish } from './reply-end.ts'
import { type MediaReading, ReplyReader } from './reply-reader.ts'
import type { RawEvent, RunEvent } from './run-event.ts'

/** In ms: the wait for token counts after the end of a reply. */
const patience = 500

/** In ms: the interval between empty chunks. */
const quiet = 1000

/** In characters: shorter events of text are not searched for media. */
const longestWords = 16_384

export interface ReplyContext {
  /** For media routes. */
  readonly media?: MediaReading
  /** Gathers the sound that the events of a stream bring in pieces. */
  readonly pieces?: SoundPieces | undefined
  /** The reply brings sound, under whatever name. */
  readonly isSound?: boolean
  readonly streamAsked: boolean
  readonly own: boolean
  readonly caps: ReplyCaps
  readonly mask: KeyMask
  /** Milliseconds since the request was sent. */
  readonly at: () => number
  readonly stopped: () => boolean
}

/** Reads a successful reply to its one `end`, a chunk of events for each of bytes. Empty chunks come at most once a second. */
export async function* readReply(reply: Response, reading: ReplyContext): AsyncGenerator<Chunk, void> {
  const { media, pieces, isSound = false, streamAsked, own, caps, mask, at, stopped } = reading
  const words = media ? 0 : longestWords
  // The key is searched after media are extracted: they are most of a reply, and pictures are shown unchanged.
  const body = new ReplyBody(reply.headers.get('content-type') ?? '', caps, media ? noMask : mask)
  const isMedia = media !== undefined
  const extract = async (raw: readonly RawEvent[]) => {
    const from = { isMedia, isSound, pieces: body.isDocument ? undefined : pieces }
    return await withoutMedia(raw, words, isMedia ? mask : noMask, from)
  }
  const reader = new ReplyReader({ streamAsked, own, mask, ...(media && { media }) })
  const bytes = reply.body?.getReader()
  const turns = bytes && inTurns(bytes)
  let how: Finish = 'closed'
  let told = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (turns && reader.phase !== 'ended' && !body.overflow) {
      const step = await turns.next()
      if (step.done || stopped()) break
      const time = at()
      const raw = body.push(step.value, time)
      if (raw.length === 0 && time - told < quiet) continue
      told = time
      yield await chunkOf(reader, await extract(raw))
      // Some routers send the counts in a further chunk, others leave the socket open without one.
      if (reader.phase === 'closing') timer ??= setTimeout(() => close(bytes), patience)
    }
  } catch {
    how = 'cut'
  } finally {
    clearTimeout(timer)
    close(bytes)
  }
  const last = body.end(stopped() ? 'stopped' : (body.overflow ?? how), at())
  const chunk = await chunkOf(reader, await extract(last.events))
  const end = body.foreign === undefined ? reader.finish(last.how) : foreignEnd(reply, body.foreign, last.how, mask)
  yield { ...chunk, events: [...chunk.events, ...(reply.status === 202 ? acceptedEnd(end) : end)] }
}

/** A 202 without anything that reads as a reply: the work may be under way, and no id leads to it. */
function acceptedEnd(end: readonly RunEvent[]): readonly RunEvent[] {
  const [told, last] = end
  if (told?.kind !== 'error' || last?.kind !== 'end' || !/^(?:empty|unreadable)$/.test(last.reason ?? '')) return end
  const message = 'The router accepted the request (HTTP 202) but returned neither a result nor a job ID.'
  return [
    { kind: 'error', error: { ...told.error, kind: 'contract', message, status: 202 } },
    endOf('unknown', 'accepted'),
  ]
}

async function chunkOf(reader: ReplyReader, { raw, files }: Extracted): Promise<EventChunk> {
  if (reader.needsChat(raw)) await learnChat(reader)
  const events: RunEvent[] = []
  for (const event of raw) for (const told of reader.push(event)) events.push(told)
  return { kind: 'events', raw, events, ...(files.length > 0 && { files }) }
}

/** Requests to foreign routers preload it; our own router sends no chat completions unasked. */
async function learnChat(reader: ReplyReader): Promise<void> {
  const loaded = await import('./chat-reader.ts').catch(() => undefined)
  if (loaded) reader.learnChat(loaded.ChatReader)
}

/** The events without base64 media, and then without the key. Where the code for extraction fails to load, media stay in the events. */
async function withoutMedia(
  raw: readonly RawEvent[],
  words: number,
  mask: KeyMask,
  from: ExtractFrom,
): Promise<Extracted> {
  const extracted = raw.some(({ data }) => data.length > words)
    ? await import('./media/extract-media.ts')
        .then(({ extractMedia }) => extractMedia(raw, from))
        .catch(() => undefined)
    : undefined
  const { raw: left, files } = extracted ?? { raw, files: [] }
  return { raw: mask === noMask ? left : left.map((event) => eventWithoutKey(event, mask)), files }
}

/** The end of a body that is a page or plain text: not from the service, so that the fate of the request is `unknown`. */
function foreignEnd(reply: Response, text: string, how: Finish, mask: KeyMask): RunEvent[] {
  if (how === 'stopped') return [endOf('stopped')]
  return [{ kind: 'error', error: errorOfReply(reply, text, mask) }, endOf('unknown')]
}

const close = (bytes: ReadableStreamDefaultReader<Uint8Array> | undefined) => void bytes?.cancel().catch(() => {})
