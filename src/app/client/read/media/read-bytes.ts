import { joinedBytes } from '#media/png.ts'
import { hashOf } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import type { ReplyFile } from '../../exchange.ts'
import type { Finish } from '../reply-end.ts'

/** Enough to tell a file from words. */
const enough = 64

/** Statuses that have no body. */
const bodiless = new Set([204, 205, 304])

/** A reply whose first bytes are known, and which can still be read from its beginning. */
interface Peeked {
  readonly start: Uint8Array
  readonly reply: Response
}

/** Looks at the beginning of a reply. Never throws: what breaks here breaks again for whoever reads on. */
export async function peek(reply: Response): Promise<Peeked> {
  // A copy of them may not even have an empty body; browsers give them one all the same.
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

/** Bytes that came, and how they came to their end. */
interface Bytes {
  /** Absent where there were none. */
  readonly file?: ReplyFile
  readonly how: Finish
}

/** Pieces are joined to a Blob, which need not stand in memory, whenever there are so many bytes. */
const fold = 4 * 2 ** 20

/** Reads a body as it is to its end, at most `cap` bytes of it. Gives the number of bytes for every piece, and never throws. */
export async function* readBytes(
  reply: Response,
  { cap, stopped }: { readonly cap: number; readonly stopped: () => boolean },
): AsyncGenerator<number, Bytes> {
  const source = reply.body?.getReader()
  const kept: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let size = 0
  let how: Finish = 'closed'
  const keep = () => {
    kept.push(new Blob(pieces))
    pieces = []
    held = 0
  }
  try {
    while (source && size <= cap) {
      const step = await source.read()
      if (step.done || stopped()) break
      pieces.push(new Uint8Array(step.value))
      held += step.value.length
      size += step.value.length
      if (held > fold) keep()
      yield size
    }
    await source?.cancel()
  } catch {
    how = 'cut'
  }
  keep()
  if (stopped()) how = 'stopped'
  else if (size > cap) how = 'answer-too-large'
  else if (how === 'closed' && isShort(reply, size)) how = 'cut'
  return size === 0 ? { how } : { file: await fileOf(new Blob(kept), reply.headers.get('content-type') ?? ''), how }
}

/** A connection that broke where nothing says so. A packed body is longer than it says. */
function isShort({ headers }: Response, size: number): boolean {
  const length = Number(headers.get('content-length') ?? 0)
  return headers.get('content-encoding') === null && size < length
}

/** Bytes as a file, of the type that they tell, else of the one they were said to have. */
export async function fileOf(bytes: Blob, saidType: string): Promise<ReplyFile> {
  const start = new Uint8Array(await bytes.slice(0, sniffLength).arrayBuffer())
  const type = sniffType(start) ?? (saidType.trim() === '' ? 'application/octet-stream' : saidType.toLowerCase())
  const blob = bytes.slice(0, bytes.size, type)
  return { sha256: await hashOf(blob), type, blob }
}
