import { joinedBytes } from '#media/png.ts'
import { hashOf, Sha256 } from '#media/sha256.ts'
import { sniffLength, sniffType } from '#media/sniff-type.ts'
import { typeByTracks } from '#media/video/mp4-boxes.ts'
import type { ReplyFile } from '../../exchange.ts'
import type { Finish } from '../reply-end.ts'
import { typeOfBytes } from './sound-type.ts'

/** Pieces are merged into a Blob, which the browser may keep on disk, whenever they hold so many bytes. */
const fold = 4 * 2 ** 20

/** A file that arrives in pieces: hashed as they come, and held in Blobs, so that a file of 2 GB needs little memory and is read once. */
export class GatheredBytes {
  #hash = new Sha256()
  #start = new Uint8Array()
  #kept: Blob[] = []
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #held = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  get type(): string | undefined {
    return sniffType(this.#start)
  }

  /** Copies the bytes: a stream may use their buffer again. */
  push(bytes: Uint8Array): void {
    if (this.#size < sniffLength) this.#start = Uint8Array.from([...this.#start, ...bytes.subarray(0, sniffLength)])
    this.#hash.push(bytes)
    this.#pieces.push(new Uint8Array(bytes))
    this.#held += bytes.length
    this.#size += bytes.length
    if (this.#held > fold) this.#fold()
  }

  clear(): void {
    this.#hash = new Sha256()
    this.#start = new Uint8Array()
    this.#kept = []
    this.#pieces = []
    this.#held = 0
    this.#size = 0
  }

  blob(): Blob {
    this.#fold()
    return new Blob(this.#kept)
  }

  /** The media type by the bytes so far, else the stated one (`typeOfBytes`). */
  typeFor(saidType: string): string {
    return typeOfBytes(this.#start, saidType)
  }

  /** The bytes as a file, with the type by their signature, else the stated one. To be called once, at the end. */
  file(saidType: string): ReplyFile {
    const type = this.typeFor(saidType)
    return { sha256: this.#hash.hex(), type, blob: this.blob().slice(0, this.#size, type) }
  }

  #fold(): void {
    this.#kept.push(new Blob(this.#pieces))
    this.#pieces = []
    this.#held = 0
  }
}

const enough = 64

const bodiless = new Set([204, 205, 304])

/** Reads the beginning of a reply and gives a copy of the whole. Never throws: an error is passed on by the copy's body. */
export async function peek(reply: Response): Promise<{ readonly start: Uint8Array; readonly reply: Response }> {
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

/** Reads at most `cap` bytes into `bytes`. Yields each piece, valid until the next; returns how the body ended. Never throws. */
export async function* readBytes(
  reply: Response,
  bytes: GatheredBytes,
  { cap, stopped }: { readonly cap: number; readonly stopped: () => boolean },
): AsyncGenerator<Uint8Array, Finish> {
  const source = reply.body?.getReader()
  let how: Finish = 'closed'
  try {
    while (source && bytes.size <= cap) {
      const step = await source.read()
      if (step.done || stopped()) break
      bytes.push(step.value)
      yield step.value
    }
    await source?.cancel()
  } catch {
    how = 'cut'
  }
  if (stopped()) return 'stopped'
  if (bytes.size > cap) return 'answer-too-large'
  return how === 'closed' && isShort(reply, bytes.size) ? 'cut' : how
}

/** Whether fewer bytes came than stated. A compressed body states its compressed length, so it is not compared. */
function isShort({ headers }: Response, size: number): boolean {
  const length = Number(headers.get('content-length') ?? 0)
  return headers.get('content-encoding') === null && size < length
}

/** Bytes as a file, with the type by their signature, else the stated one. */
export async function fileOf(bytes: Blob, saidType: string): Promise<ReplyFile> {
  const start = new Uint8Array(await bytes.slice(0, sniffLength).arrayBuffer())
  const type = typeOfBytes(start, saidType)
  const blob = bytes.slice(0, bytes.size, type)
  return { sha256: await hashOf(blob), type, blob }
}

/** The same file as a sound, where it begins like a video but has no picture. */
export async function withTrueType(file: ReplyFile): Promise<ReplyFile> {
  const type = await typeByTracks(file.blob, file.type)
  return type === file.type ? file : { ...file, type, blob: file.blob.slice(0, file.blob.size, type) }
}

export const isMediaType = (type = ''): boolean => /^(?:image|audio|video)\//.test(type)

/** Whether a file is an image, audio or video, by its bytes alone. SVG has no signature but its first element. */
export async function isMedium(blob: Blob): Promise<boolean> {
  const type = sniffType(new Uint8Array(await blob.slice(0, sniffLength).arrayBuffer()))
  if (type !== undefined) return isMediaType(type)
  const start = await blob.slice(0, 4096).text()
  return /^\s*<(?:svg|\?xml|!doctype\s+svg|!--)/i.test(start) && /<svg[\s>]/i.test(start)
}
