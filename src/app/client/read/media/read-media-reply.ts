import { isRecord } from '#contract/core/loose-json.ts'
import { sniffType } from '#media/sniff-type.ts'
import { type FileDesk, largestFile } from '../../download/file-request.ts'
import type { Chunk, ReplyFile } from '../../exchange.ts'
import { parseData } from '../event-data.ts'
import { markedFile } from '../media-in.ts'
import type { ReplyOutputs } from '../outputs.ts'
import { type ReplyContext, readReply } from '../read-reply.ts'
import { sniffBody } from '../reply-body.ts'
import { endOf, unmarkedEnd } from '../reply-end.ts'
import type { RunEvent } from '../run-event.ts'
import { mediaReading } from './media-reader.ts'
import { createNamedFiles } from './named-files.ts'
import { fileOf, peek, readBytes } from './read-bytes.ts'

/** What reading media needs beside the reply. */
interface MediaReply extends ReplyContext {
  readonly endpoint: string
  readonly sent: Parameters<typeof mediaReading>[1]
  readonly desk: FileDesk
  readonly signal: AbortSignal
}

type EventChunk = Extract<Chunk, { readonly kind: 'events' }>

const megabyte = 2 ** 20

/** The interval between empty chunks while bytes arrive, in ms. */
const quiet = 1000

/** The caps of the rulings for what carries media as text. */
const mediaCaps = { event: 64 * megabyte, answer: 256 * megabyte }

/**
 * Reads the body of a successful reply of a media route, whatever it is by its bytes: a file, events, JSON, or plain text. Media
 * become files, also base64 in JSON and media that the router names by URL.
 */
export async function* readMediaReply(full: Response, given: MediaReply): AsyncGenerator<Chunk, void> {
  const media = (outputs: ReplyOutputs) => mediaReading(outputs, { ...given.sent, endpoint: given.endpoint })
  const reading = { ...given, caps: mediaCaps, media }
  const { start, reply } = await peek(full)
  const kind = kindOf(start, reply.headers.get('content-type') ?? '')
  const isTranscript = kind === 'text' && reading.endpoint === 'audio.transcriptions'
  if (kind === 'file' || isTranscript) return yield* readFile(reply, reading, isTranscript)
  const sound = createSoundPieces()
  const named = createNamedFiles(reading.desk, reading.signal)
  for await (const chunk of readReply(reply, reading)) {
    if (chunk.kind === 'head') yield chunk
    else yield* named.follow(await sound.gather(chunk))
  }
}

/** What says that a body is text which our readers know: events, or JSON in any of its layouts. */
const saysText = /event-stream|json/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: words have none of these, and only broken ones have the last.
const unlikeWords = /[\x00-\x08\x0e-\x1f\ufffd]/g

/**
 * The kind of a reply by its bytes; where they have no known signature, by the stated type. A few invalid bytes do not make text a file:
 * the decoder replaces them.
 */
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

/** Yields empty chunks while bytes arrive, as a sign of life. */
async function* readFile(reply: Response, reading: MediaReply, isTranscript: boolean): AsyncGenerator<Chunk, void> {
  const { stopped, mask, at } = reading
  const source = readBytes(reply, { cap: isTranscript ? mediaCaps.answer : largestFile, stopped })
  let told = Number.NEGATIVE_INFINITY
  let step = await source.next()
  for (; !step.done; step = await source.next()) {
    if (at() - told < quiet) continue
    told = at()
    yield { kind: 'events', raw: [], events: [] }
  }
  const { file, how } = step.value
  const end = how === 'closed' ? [endOf('completed')] : unmarkedEnd(how, 'open')
  if (file === undefined) return yield { kind: 'events', raw: [], events: end }
  if (!isTranscript) return yield fileChunk(file, { kind: 'media', output: 0, sha256: file.sha256 }, end)
  const text = mask.hide(await file.blob.text())
  yield fileChunk(await fileOf(new Blob([text]), file.type), { kind: 'text', output: 0, part: 0, text }, end)
}

function fileChunk(file: ReplyFile, told: RunEvent, end: readonly RunEvent[]): EventChunk {
  return { kind: 'events', raw: [], events: [told, ...end], files: [file] }
}

/** Joins sound that comes piece by piece in events to one file. */
interface SoundPieces {
  /** The chunk without the pieces in it; the one that ends the reply with the whole sound. */
  gather(chunk: EventChunk): Promise<EventChunk>
}

function createSoundPieces(): SoundPieces {
  const pieces: Blob[] = []

  function take(chunk: EventChunk): EventChunk {
    const found = new Set(chunk.raw.map(({ data }) => pieceIn(data)).filter((hash) => hash !== undefined))
    if (found.size === 0) return chunk
    for (const { data } of chunk.raw) {
      const hash = pieceIn(data)
      const file = chunk.files?.find(({ sha256 }) => sha256 === hash)
      if (file) pieces.push(file.blob)
    }
    const { files: _, ...rest } = chunk
    return rest
  }

  return {
    async gather(chunk) {
      const left = take(chunk)
      const isLast = left.events.some(({ kind }) => kind === 'end')
      if (!isLast || pieces.length === 0) return left
      const file = await fileOf(new Blob(pieces), '')
      return { ...left, events: [{ kind: 'media', output: 0, sha256: file.sha256 }, ...left.events], files: [file] }
    },
  }
}

function pieceIn(data: string): string | undefined {
  if (!data.includes('speech.audio.delta')) return undefined
  const parsed = parseData(data)
  return parsed.status === 'read' && isRecord(parsed.value) ? markedFile(parsed.value.audio) : undefined
}
