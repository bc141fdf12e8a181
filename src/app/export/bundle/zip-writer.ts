import { crc32, joinedBytes } from '#media/png.ts'
import { ExportError } from '../export-error.ts'

/** A file for a zip: texts are deflated (8), Blobs stored (0), since media are compressed already. */
export interface ZipFile {
  readonly bytes: Uint8Array<ArrayBuffer> | Blob
  readonly method: 0 | 8
  readonly crc: number
  /** Length before packing. */
  readonly size: number
}

/** The largest zip whose offsets have 32 bits, in bytes. */
const largest = 2 ** 32 - 1

/** 1 January 1980, the earliest date of the format, constant so that equal contents give equal bytes. */
const day = (1 << 5) | 1

const utf8Names = 0x0800

// Fields of a zip are little-endian.
const u16 = (...values: readonly number[]) => values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff])
const u64 = (value: number) => u32(value >>> 0, Math.floor(value / 2 ** 32))
const u32 = (...values: readonly number[]) => values.flatMap((value) => u16(value & 0xffff, value >>> 16))

/** Parts merged into one Blob: creating a Blob of thousands of parts takes longer than a frame. */
const together = 60

/** Writes a zip that refers to the given Blobs. Lengths are in the local headers, so that every tool can unpack it. */
export class ZipWriter {
  readonly #blobs: Blob[] = []
  readonly #directory: Uint8Array<ArrayBuffer>[] = []
  readonly #from64: number
  #parts: BlobPart[] = []
  #offset = 0

  /** `from64`: the number of files from which on their count stands in the 64-bit extension. */
  constructor(from64 = 0xffff) {
    this.#from64 = from64
  }

  add(name: string, { bytes, method, crc, size }: ZipFile): void {
    const packed = bytes instanceof Blob ? bytes.size : bytes.length
    const title = new TextEncoder().encode(name)
    const facts = [...u16(20, utf8Names, method, 0, day), ...u32(crc, packed, size), ...u16(title.length, 0)]
    const header = Uint8Array.of(...u32(0x04034b50), ...facts, ...title)
    const place = [...u16(0, 0, 0), ...u32(0, this.#offset)]
    this.#directory.push(Uint8Array.of(...u32(0x02014b50), ...u16(20), ...facts, ...place, ...title))
    this.#offset += header.length + packed
    if (this.#offset > largest) throw new ExportError('A bundle holds at most 4 GiB: choose fewer runs.')
    this.#parts.push(header, bytes)
    if (this.#parts.length >= together) this.#flush()
  }

  end(): Blob {
    this.#flush()
    // As one part, for the same reason.
    const directory = joinedBytes(this.#directory)
    const { length } = this.#directory
    const is64 = length >= this.#from64
    const count = is64 ? 0xffff : length
    const sizes = [...u16(0, 0, count, count), ...u32(directory.length, this.#offset)]
    const end = Uint8Array.of(...(is64 ? this.#zip64End(directory) : []))
    const last = Uint8Array.of(...u32(0x06054b50), ...sizes, ...u16(0))
    return new Blob([...this.#blobs, directory, end, last], { type: 'application/zip' })
  }

  /** The end record of Zip64, and its locator. */
  #zip64End({ length: size }: Uint8Array): readonly number[] {
    const count = u64(this.#directory.length)
    const facts = [...u16(45, 45), ...u32(0, 0), ...count, ...count, ...u64(size), ...u64(this.#offset)]
    return [...u32(0x06064b50), ...u64(44), ...facts, ...u32(0x07064b50, 0), ...u64(this.#offset + size), ...u32(1)]
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
    zip.add(name, { bytes: blob, method: 0, crc, size: blob.size })
  }
  return zip.end()
}
