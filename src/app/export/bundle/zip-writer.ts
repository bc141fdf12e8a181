import { crc32, joinedBytes } from '#media/png.ts'
import { ExportError } from '../export-error.ts'
import type { PackedText } from './packing.ts'

/** A file for a zip: texts are deflated, Blobs stored, since media are compressed already. */
export type ZipContent =
  | { readonly kind: 'text'; readonly text: PackedText }
  | { readonly kind: 'stored'; readonly blob: Blob; readonly crc: number }

interface Entry {
  readonly name: Uint8Array
  readonly method: 0 | 8
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** The largest zip without the 64-bit extension, in bytes. */
const largest = 2 ** 32 - 1

/** 1 January 1980, the earliest date of the format, constant so that equal contents give equal bytes. */
const day = (1 << 5) | 1

const utf8Names = 0x0800

/** Writes the fields that a local header and a directory entry have in common. */
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

/** Parts merged into one Blob: creating a Blob of thousands of parts takes longer than a frame. */
const together = 60

/** Writes a zip that refers to the given Blobs. Lengths are in the local headers, so that every tool can unpack it. */
export class ZipWriter {
  readonly #blobs: Blob[] = []
  readonly #directory: Uint8Array<ArrayBuffer>[] = []
  #parts: BlobPart[] = []
  #offset = 0

  add(name: string, content: ZipContent): void {
    const packed = content.kind === 'text' ? content.text : undefined
    const size = content.kind === 'text' ? content.text.size : content.blob.size
    const entry: Entry = {
      name: new TextEncoder().encode(name),
      method: packed?.method ?? 0,
      crc: content.kind === 'text' ? content.text.crc : content.crc,
      packed: packed?.bytes.length ?? size,
      size,
      offset: this.#offset,
    }
    const header = localHeader(entry)
    this.#offset += header.length + entry.packed
    if (this.#offset > largest) throw new ExportError('A bundle holds at most 4 GiB: choose fewer runs.')
    this.#directory.push(directoryLine(entry))
    this.#parts.push(header, packed?.bytes ?? '')
    if (content.kind === 'stored') this.#parts.push(content.blob)
    if (this.#parts.length >= together) this.#flush()
  }

  end(): Blob {
    this.#flush()
    // As one part, for the same reason.
    const directory = joinedBytes(this.#directory)
    const end = directoryEnd(this.#directory.length, directory.length, this.#offset)
    return new Blob([...this.#blobs, directory, end], { type: 'application/zip' })
  }

  #flush(): void {
    this.#blobs.push(new Blob(this.#parts))
    this.#parts = []
  }
}

/** Files as one zip, in their order; names must differ. Throws an `ExportError` above 4 GiB, and where a file cannot be read. */
export async function zipFiles(files: readonly { readonly name: string; readonly blob: Blob }[]): Promise<Blob> {
  const zip = new ZipWriter()
  for (const { name, blob } of files) {
    const crc = crc32(new Uint8Array(await blob.arrayBuffer()))
    zip.add(name, { kind: 'stored', blob, crc })
  }
  return zip.end()
}
