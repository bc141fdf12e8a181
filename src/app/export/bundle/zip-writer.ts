import { deflateSync } from 'fflate'
import { crc32 } from '#media/crc32.ts'
import { ExportError } from '../export-error.ts'
import { bundleLimits } from './limits.ts'

/** A file for a zip: a text is packed, a Blob (media is packed already) goes in as it is. */
export type ZipContent =
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'stored'; readonly blob: Blob; readonly crc: number }

interface Entry {
  readonly name: Uint8Array
  readonly method: 0 | 8
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** Without the 64-bit extension a zip ends here. */
const largest = 2 ** 32 - 1

/** The first moment a zip can name, so that equal contents give equal bytes whenever they are written. */
const day = (1 << 5) | 1

const utf8Names = 0x0800

/** The fields that the header before a file and its line in the directory share. */
function common(view: DataView, at: number, { name, method, crc, packed, size }: Entry): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 2, utf8Names, true)
  view.setUint16(at + 4, method, true)
  view.setUint16(at + 8, day, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, packed, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name.length, true)
}

function localHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(30 + entry.name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x04034b50, true)
  common(view, 4, entry)
  bytes.set(entry.name, 30)
  return bytes
}

function directoryLine(entry: Entry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(46 + entry.name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x02014b50, true)
  view.setUint16(4, 20, true)
  common(view, 6, entry)
  view.setUint32(42, entry.offset, true)
  bytes.set(entry.name, 46)
  return bytes
}

function directoryEnd(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(22)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return bytes
}

function pack(bytes: Uint8Array): { readonly method: 0 | 8; readonly bytes: Uint8Array<ArrayBuffer> } {
  const packed = deflateSync(bytes, { level: 6 })
  // What packs so well would be taken for a bomb where it is opened.
  const isSuspect = bytes.length > bundleLimits.ratioFrom && bytes.length > packed.length * (bundleLimits.ratio / 2)
  return isSuspect ? { method: 0, bytes: new Uint8Array(bytes) } : { method: 8, bytes: new Uint8Array(packed) }
}

/**
 * Writes a zip as a Blob that refers to the Blobs it was given: media is never copied. All lengths and checksums stand before their
 * files, so that every unpacker reads it.
 */
export class ZipWriter {
  readonly #parts: BlobPart[] = []
  readonly #entries: Entry[] = []
  #offset = 0

  /** The number of files so far. */
  get count(): number {
    return this.#entries.length
  }

  add(name: string, content: ZipContent): void {
    const packed = content.kind === 'text' ? pack(content.bytes) : undefined
    const size = content.kind === 'text' ? content.bytes.length : content.blob.size
    const entry: Entry = {
      name: new TextEncoder().encode(name),
      method: packed?.method ?? 0,
      crc: content.kind === 'text' ? crc32(content.bytes) : content.crc,
      packed: packed?.bytes.length ?? size,
      size,
      offset: this.#offset,
    }
    const header = localHeader(entry)
    this.#offset += header.length + entry.packed
    if (this.#offset > largest) throw new ExportError('too-large', 'A bundle holds at most 4 GB: choose fewer runs.')
    this.#entries.push(entry)
    this.#parts.push(header, packed?.bytes ?? '')
    if (content.kind === 'stored') this.#parts.push(content.blob)
  }

  end(): Blob {
    const directory = this.#entries.map(directoryLine)
    const size = directory.reduce((sum, line) => sum + line.length, 0)
    const end = directoryEnd(this.#entries.length, size, this.#offset)
    return new Blob([...this.#parts, ...directory, end], { type: 'application/zip' })
  }
}
