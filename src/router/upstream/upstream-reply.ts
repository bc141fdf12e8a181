import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { mostBytes, type ReplyCaps } from '#contract/routes.ts'
import { pulled, takenOver } from '../http/http-replies.ts'
import { badReply, codeOf, type RouterError } from '../http/router-error.ts'

/** What a body is: bytes, such as a picture; a text in events or lines, each whole by itself; or one text, such as JSON. */
export type BodyKind = 'bytes' | 'events' | 'text'

/** The kind of a body by its media type, and by its first bytes where that says nothing or the wrong thing. */
export function bodyKind(type: string, first: Uint8Array): BodyKind {
  if (/^text\/event-stream|ndjson|jsonl|json-seq/i.test(type)) return 'events'
  if (/^(image|audio|video|font)\//i.test(type)) return 'bytes'
  const start = Buffer.from(first.subarray(0, 64)).toString('latin1')
  if (/^\s*(data|event|id|retry)?:/.test(start)) return 'events'
  return /^text\/|\b(json|xml|javascript)\b/i.test(type) || /^\s*[{[]/.test(start) ? 'text' : 'bytes'
}

/** The running event's bytes: `add` counts those of a chunk, and returns how many belong to an event that has not ended. */
function eventSize(): (chunk: Uint8Array) => number {
  let event = 0
  let line = 0
  return (chunk) => {
    // Streams that end lines with a bare CR have no line feeds.
    const lineEnd = chunk.includes(10) ? 10 : 13
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      line += end - from - (chunk[end - 1] === 13 ? 1 : 0)
      event = line > 0 ? event + line : 0
      line = 0
      from = end + 1
    }
    line += chunk.length - from
    return event + line
  }
}

/** Gives the cap that a body has exceeded, if any, after each of its chunks. */
function exceeding(type: string, caps: ReplyCaps): (chunk: Uint8Array) => number | undefined {
  let kind: BodyKind | undefined
  let size = 0
  const sizeOfEvent = eventSize()
  return (chunk) => {
    kind ??= bodyKind(type, chunk)
    size += chunk.length
    if (kind === 'events' && sizeOfEvent(chunk) > caps.event) return caps.event
    const most = kind === 'bytes' ? mostBytes : caps.answer
    return size > most ? most : undefined
  }
}

const overCap = (name: string, most: number) =>
  badReply(
    'provider_reply_too_large',
    `The reply of ${name} is larger than ${most / 2 ** 20} MB. It may have been billed.`,
  )

/**
 * The body of a reply, which ends where it exceeds the cap of its kind: with an error after the chunk that exceeds it, so that whoever has
 * the same caps reads why. `type` is its media type.
 */
export function capped(
  body: ReadableStream<Uint8Array>,
  { name, type, caps }: { readonly name: string; readonly type: string; readonly caps: ReplyCaps },
): ReadableStream<Uint8Array> {
  const source = takenOver(body)
  const exceeded = exceeding(type, caps)
  let most: number | undefined
  async function next(): Promise<Uint8Array | undefined> {
    if (most !== undefined) {
      const error = overCap(name, most)
      await source.cancel(error)
      throw error
    }
    const chunk = await source.next()
    if (chunk && chunk.length > 0) most = exceeded(chunk)
    return chunk
  }
  return pulled(next, source.cancel)
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/** Upstreams are asked for `identity`; some compress all the same. Several encodings at once are refused. */
function decompressed(reply: IncomingMessage, name: string): Readable {
  const encoding = (reply.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return reply
  if (!isKnown(encoding)) {
    reply.destroy()
    const message = `${name} used a content encoding that is not supported. The request may have been billed.`
    throw badReply('provider_reply_unreadable', message)
  }
  const decoder = decoders[encoding]()
  reply.on('error', (thrown) => decoder.destroy(thrown))
  decoder.on('close', () => reply.destroy())
  return reply.pipe(decoder)
}

/** The error for a reply that breaks off. It becomes the client's reply where the whole body is read first; a forwarded body is only cut. */
function brokenOff(name: string, thrown: unknown): unknown {
  if (thrown instanceof Error && thrown.name === 'AbortError') return thrown
  const message = `The connection to ${name} broke in the middle of its reply (${codeOf(thrown)}). The request may have been billed.`
  return badReply('provider_lost', message)
}

/**
 * The body of an upstream's reply as a web stream that reads no faster than its reader. It errors with a `RouterError` where the reply is
 * cut short.
 */
export function decodedBody(reply: IncomingMessage, name: string): ReadableStream<Uint8Array> {
  const source = decompressed(reply, name)
  const chunks = source[Symbol.asyncIterator]()
  async function next(): Promise<Uint8Array | undefined> {
    const { value } = (await chunks.next().catch((thrown: unknown) => {
      throw brokenOff(name, thrown)
    })) as IteratorResult<Buffer, undefined>
    return value
  }
  return pulled(next, () => {
    source.destroy()
    reply.destroy()
  })
}

const MB = 1024 * 1024

/** The most bytes of JSON that may hold media; everything else that is read whole has 16 MB at most. */
export const mostWithMedia = 64 * MB

/** A reply, or one piece of it, is larger than what is read of it into memory. */
export const tooLarge = (name: string): RouterError =>
  badReply('provider_reply_too_large', `The reply of ${name} is too large to read.`)

/**
 * The text of a reply that is converted as a whole. Rejects as its body does, and with a `RouterError` where it has more than `mostBytes`: a
 * few kilobytes can be the compressed form of gigabytes.
 */
export async function replyText(reply: Response, name: string, mostBytes = 16 * MB): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of reply.body ?? new Blob([]).stream()) {
    size += chunk.length
    if (size > mostBytes) throw tooLarge(name)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
