import { joinedBytes } from '#media/png.ts'
import { hashOf } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import type { Finish } from '../reply-end.ts'
import { GatheredBytes, statedType } from './gathered-bytes.ts'

/** Bytes that suffice to distinguish a file from text. */
const enough = 64

/** Statuses that have no body. */
const bodiless = new Set([204, 205, 304])

/** A reply whose first bytes are known, and which can still be read from its beginning. */
interface Peeked {
  readonly start: Uint8Array
  readonly reply: Response
}

/** Reads the beginning of a reply and gives a copy of the whole. Never throws: an error is passed on by the copy's body. */
export async function peek(reply: Response): Promise<Peeked> {
  // A `Response` of such a status throws if it is given a body, even an empty one, which browsers supply.
  if (!reply.body || bodiless.has(reply.status)) return { start: new Uint8Array(), reply }
  const source = reply.body.getReader()
  const seen: Uint8Array<ArrayBuffer>[] = []
  let broken: { readonly by: unknown } | undefined
  let length = 0
  try {
    while (length < enough) {
      const step = await source.read()
      if (step.done) break
      seen.push(new Uint8Array(step.value))
      length += step.value.length
    }
  } catch (by) {
    broken = { by }
  }
  const start = joinedBytes(seen)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const first = seen.shift()
      if (first) return controller.enqueue(first)
      if (broken) return controller.error(broken.by)
      const step = await source.read()
      if (step.done) return controller.close()
      controller.enqueue(new Uint8Array(step.value))
    },
    cancel: (reason) => source.cancel(reason),
  })
  const { status, headers } = reply
  return { start, reply: new Response(body, { status, headers }) }
}

/** The bytes of a body and how it ended. */
interface Bytes {
  /** Absent where there were none. */
  readonly file?: ReplyFile
  readonly how: Finish
}

/** Reads a body without decoding it, at most `cap` bytes. Yields the number of bytes so far after each piece. Never throws. */
export async function* readBytes(
  reply: Response,
  { cap, stopped }: { readonly cap: number; readonly stopped: () => boolean },
): AsyncGenerator<number, Bytes> {
  const source = reply.body?.getReader()
  const bytes = new GatheredBytes()
  let how: Finish = 'closed'
  try {
    while (source && bytes.size <= cap) {
      const step = await source.read()
      if (step.done || stopped()) break
      bytes.push(step.value)
      yield bytes.size
    }
    await source?.cancel()
  } catch {
    how = 'cut'
  }
  if (stopped()) how = 'stopped'
  else if (bytes.size > cap) how = 'answer-too-large'
  else if (how === 'closed' && isShort(reply, bytes.size)) how = 'cut'
  return bytes.size === 0 ? { how } : { file: bytes.file(reply.headers.get('content-type') ?? ''), how }
}

/** Whether fewer bytes came than stated. A compressed body states its compressed length, so it is not compared. */
function isShort({ headers }: Response, size: number): boolean {
  const length = Number(headers.get('content-length') ?? 0)
  return headers.get('content-encoding') === null && size < length
}

/** Bytes as a file, with the type by their signature, else the stated one. */
export async function fileOf(bytes: Blob, saidType: string): Promise<ReplyFile> {
  const start = new Uint8Array(await bytes.slice(0, sniffLength).arrayBuffer())
  const type = sniffType(start) ?? statedType(saidType)
  const blob = bytes.slice(0, bytes.size, type)
  return { sha256: await hashOf(blob), type, blob }
}
