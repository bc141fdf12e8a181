import { capsOf, mediaCaps, mostBytes } from '#contract/routes.ts'
import { sniffType } from '#media/sniff-type.ts'
import type { Chunk, EventChunk, ReplyFile, SoundChunk } from '../../exchange.ts'
import type { Reading } from '../../send/stream-reply.ts'
import type { ReplyOutputs } from '../outputs.ts'
import { type ReplyContext, readReply } from '../read-reply.ts'
import { sniffBody } from '../reply-body.ts'
import { endOf, type Finish, unmarkedEnd } from '../reply-end.ts'
import type { RunEvent } from '../run-event.ts'
import { LiveSound } from './live-sound.ts'
import { mediaReading } from './media-reader.ts'
import { createNamedFiles } from './named-files.ts'
import { fileOf, GatheredBytes, peek, readBytes, withTrueType } from './read-bytes.ts'
import { boundaryOf, partsOf } from './read-multipart.ts'
import { joinsSound, SoundPieces } from './sound-pieces.ts'
import { rawTypeAsked, statedSound } from './sound-type.ts'

/** The interval between empty chunks while bytes arrive, in ms. */
const quiet = 1000

/**
 * Reads the body of a media route's successful reply, by its bytes: a file, events, JSON, multipart or plain text. Base64 and media named
 * by URL become files. Once `listening` resolves, arriving sound also comes as `sound` chunks.
 */
export async function* readMediaReply(full: Response, given: Reading): AsyncGenerator<Chunk | SoundChunk, void> {
  for await (const chunk of chunksOf(full, given))
    yield chunk.kind === 'events' && chunk.files
      ? { ...chunk, files: await Promise.all(chunk.files.map(withTrueType)) }
      : chunk
}

async function* chunksOf(full: Response, given: Reading): AsyncGenerator<Chunk | SoundChunk, void> {
  const media = (outputs: ReplyOutputs) => mediaReading(outputs, { ...given.sent, endpoint: given.endpoint })
  const { start, reply } = await peek(full)
  const contentType = reply.headers.get('content-type') ?? ''
  const isJoined = joinsSound(given.endpoint)
  const asked = given.endpoint.startsWith('audio.') ? rawTypeAsked(given.sent) : undefined
  const pieces = isJoined ? new SoundPieces(asked) : undefined
  const isSound = given.endpoint.startsWith('audio.') && given.endpoint !== 'audio.transcriptions'
  const reading = { ...given, caps: capsOf(given.endpoint), media, pieces, isSound }
  const named = createNamedFiles(reading.context, reading.signal)
  const boundary = boundaryOf(start, contentType)
  if (boundary !== undefined) return yield* readParts(reply, boundary, reading)
  const kind = kindOf(start, contentType)
  const isTranscript = kind === 'text' && reading.endpoint === 'audio.transcriptions'
  if (isTranscript) return yield* readTranscript(reply, reading)
  const live = new LiveSound(given.sent.listening)
  if (kind === 'file') return yield* readFile(reply, reading, { said: statedSound(contentType, asked), isJoined, live })
  let isTimed = false
  for await (const chunk of live.between(readReply(reply, reading))) {
    if (pieces) yield* live.news(pieces, pieces.takeFresh())
    if (chunk?.kind === 'head') yield chunk
    if (chunk?.kind !== 'events') continue
    const isFirst: boolean = !isTimed && pieces?.hasAny === true
    isTimed ||= isFirst
    yield* named({
      ...(await withSound(chunk, pieces)),
      ...(isFirst && { firstSound: chunk.raw[0]?.at ?? given.at() }),
    })
  }
}

/** What says that a body is text which our readers know: events, or JSON in any of its layouts. */
const saysText = /event-stream|json/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: words have none of these, and only broken ones have the last.
const unlikeWords = /[\x00-\x08\x0e-\x1f\ufffd]/g

/** The kind of a reply by its bytes, else by the stated type. A few invalid bytes do not make text a file: the decoder replaces them. */
function kindOf(start: Uint8Array, contentType: string): 'file' | 'text' | 'other' {
  const text = new TextDecoder().decode(start, { stream: true })
  const odd = text.match(unlikeWords)?.length ?? 0
  const isWords = odd <= text.length / 4
  const isMarked = sniffType(start) !== undefined
  const kind = sniffBody(text, contentType, true)
  if (saysText.test(contentType) && (isWords || !isMarked)) return 'other'
  if (isWords && kind !== 'text' && !isMarked) return 'other'
  return kind === 'text' && odd === 0 && !isMarked ? 'text' : 'file'
}

/** Reads bytes. Yields empty chunks while they arrive, as a sign of life, and the sound to those who listen. */
async function* readFile(
  reply: Response,
  { stopped, at }: ReplyContext,
  { said, isJoined, live }: { readonly said: string; readonly isJoined: boolean; readonly live: LiveSound },
): AsyncGenerator<Chunk | SoundChunk, void> {
  const bytes = new GatheredBytes()
  const source = live.between(readBytes(reply, bytes, { cap: mostBytes, stopped }))
  let told = Number.NEGATIVE_INFINITY
  let step = await source.next()
  for (; !step.done; step = await source.next()) {
    const time = at()
    const isFirst = told < 0
    if (step.value && time - told >= quiet) {
      told = time
      yield { kind: 'events', raw: [], events: [], ...(isFirst && isJoined && { firstSound: time }) }
    }
    if (isJoined) yield* live.news(bytes, step.value ? [step.value] : [], said)
  }
  const end = endOfBytes(step.value)
  if (bytes.size === 0) return yield { kind: 'events', raw: [], events: end }
  const file = bytes.file(said)
  yield fileChunk(file, { kind: 'media', output: 0, sha256: file.sha256 }, end)
}

async function* readTranscript(reply: Response, { mask, stopped }: Reading): AsyncGenerator<Chunk, void> {
  const { blob, how } = await wholeBody(reply, stopped)
  const end = endOfBytes(how)
  if (blob.size === 0) return yield { kind: 'events', raw: [], events: end }
  const text = mask.hide(await blob.text())
  const file = await fileOf(new Blob([text]), reply.headers.get('content-type') ?? '')
  yield fileChunk(file, { kind: 'text', output: 0, part: 0, text }, end)
}

/** A multipart reply, read as one document that has its parts. */
async function* readParts(reply: Response, boundary: string, reading: Reading): AsyncGenerator<Chunk, void> {
  const { blob, how } = await wholeBody(reply, reading.stopped)
  const { document, files, isWhole } = await partsOf(blob, boundary)
  const named = createNamedFiles(reading.context, reading.signal)
  const cut = how === 'closed' && isWhole ? [] : unmarkedEnd(how === 'closed' ? 'cut' : how, 'open')
  const json = new Response(document, { headers: { 'content-type': 'application/json' } })
  let waiting = files
  for await (const chunk of readReply(json, reading)) {
    if (chunk.kind === 'head') continue
    const events = cut.length > 0 ? [...chunk.events.filter(({ kind }) => kind !== 'end'), ...cut] : chunk.events
    yield* named({ ...chunk, events, files: [...waiting, ...(chunk.files ?? [])] })
    waiting = []
  }
}

async function wholeBody(
  reply: Response,
  stopped: () => boolean,
): Promise<{ readonly blob: Blob; readonly how: Finish }> {
  const bytes = new GatheredBytes()
  const source = readBytes(reply, bytes, { cap: mediaCaps.answer, stopped })
  let step = await source.next()
  while (!step.done) step = await source.next()
  return { blob: bytes.blob(), how: step.value }
}

const endOfBytes = (how: Finish): readonly RunEvent[] =>
  how === 'closed' ? [endOf('completed')] : unmarkedEnd(how, 'open')

function fileChunk(file: ReplyFile, told: RunEvent, end: readonly RunEvent[]): EventChunk {
  return { kind: 'events', raw: [], events: [told, ...end], files: [file] }
}

/** The chunk that ends the reply, with the whole sound before its end. */
async function withSound(chunk: EventChunk, pieces: SoundPieces | undefined): Promise<EventChunk> {
  const isLast = chunk.events.some(({ kind }) => kind === 'end')
  if (!isLast || pieces === undefined) return chunk
  await pieces.end()
  if (pieces.size === 0) return chunk
  const file = pieces.file()
  const events: readonly RunEvent[] = [{ kind: 'media', output: 0, sha256: file.sha256 }, ...chunk.events]
  return { ...chunk, events, files: [...(chunk.files ?? []), file] }
}
