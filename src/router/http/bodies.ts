import { isRecord, tooDeep } from '#contract/core/loose-json.ts'
import type { BodyKind } from '#contract/core/route.ts'
import { type Clock, within } from '../runtime/system-clock.ts'
import { pulled } from './http-replies.ts'
import type { Holding } from './request-intake.ts'
import { badRequest, RouterError } from './router-error.ts'
import type { RouterContext } from './trace.ts'

const types: Readonly<Record<BodyKind, { readonly name: string; readonly pattern: RegExp }>> = {
  json: { name: 'application/json', pattern: /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i },
  multipart: { name: 'multipart/form-data', pattern: /^multipart\/form-data[ \t]*(;|$)/i },
}

const unsupported = (message: string) => new RouterError(415, 'unsupported_media_type', message)

/**
 * The kind of body by the request's `content-type`; a 415 where the route does not accept it. A missing type is a 415 too, because pages of
 * other sites can send that without a preflight.
 */
export function bodyKindOf(headers: Headers, accepted: readonly BodyKind[]): BodyKind {
  const type = headers.get('content-type') ?? ''
  const kind = accepted.find((one) => types[one].pattern.test(type))
  if (!kind) throw unsupported(`Send Content-Type: ${accepted.map((one) => types[one].name).join(' or ')}.`)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw unsupported('Send the body without Content-Encoding.')
  return kind
}

const idleMs = 120_000

export interface ArrivingBody {
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /** The budget that its stored bytes count against. */
  readonly holding: Holding
  readonly clock: Clock
}

/**
 * The unread rest of a request's body. Read from Node's stream where there is one, because Hono's web stream of it buffers without a
 * bound.
 */
export function comingBody(c: RouterContext): ReadableStream<Uint8Array> | null {
  const incoming = c.env?.incoming
  if (!incoming) return c.req.raw.body
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  if (length === undefined && coding === undefined) return null
  const pieces = incoming.iterator({ destroyOnReturn: false })
  const trace = c.get('trace')
  return pulled(
    async () => {
      const { value } = await pieces.next()
      trace.received = (trace.received ?? 0) + (value?.length ?? 0)
      return value
    },
    async () => void (await pieces.return?.()),
  )
}

export const tooLarge = (limit: number) =>
  new RouterError(413, 'body_too_large', `The body is larger than ${limit / 1024 / 1024} MB, the limit of this route.`)

const stalled = () => new RouterError(408, 'body_stalled', `The body stalled for ${idleMs / 1000} seconds.`)

export const endedEarly = () => badRequest('The body ended early.', { code: 'body_incomplete' })

/** A body in chunks. More than `limit` bytes, announced or received, are a 413; a body that breaks off is a 400. */
export async function* bodyChunks(
  { headers, body, clock }: Omit<ArrivingBody, 'holding'>,
  limit: number,
): AsyncGenerator<Uint8Array, void> {
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit)
  if (!body) return
  const reader = body.getReader()
  let size = 0
  try {
    const nextRead = () => within(reader.read(), idleMs, clock, stalled)
    for (let read = await nextRead(); !read.done; read = await nextRead()) {
      size += read.value.length
      if (size > limit) throw tooLarge(limit)
      yield read.value
    }
  } catch (thrown) {
    throw thrown instanceof RouterError ? thrown : endedEarly()
  } finally {
    // Cancelling would close the connection before the answer is written; `lingering` reads the rest.
    reader.releaseLock()
  }
}

/** Reads a whole body of at most `limit` bytes into memory. */
export async function readBody(arriving: ArrivingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyChunks(arriving, limit)) {
    arriving.holding.keep(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const maxDepth = 64

function decode(bytes: Uint8Array): string {
  try {
    // `ignoreBOM` keeps a byte order mark in the text, where `JSON.parse` refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.', { code: 'invalid_utf8' })
  }
}

function parse(text: string): unknown {
  if (tooDeep(text, maxDepth))
    throw badRequest(`The body is nested deeper than ${maxDepth} levels.`, { code: 'too_deep' })
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.', { code: 'invalid_json' })
  }
}

/** Reads a body of at most `limit` bytes as a JSON object. Without a body, valid UTF-8 and JSON, or nested too deeply, it is a 400. */
export async function readJsonObject(arriving: ArrivingBody, limit: number): Promise<Record<string, unknown>> {
  const bytes = await readBody(arriving, limit)
  if (bytes.length === 0) throw badRequest('The request has no body. Send a JSON object.', { code: 'body_missing' })
  const value = parse(decode(bytes))
  if (!isRecord(value)) throw badRequest('The body must be a JSON object.', { code: 'not_an_object' })
  return value
}
