/** One chunk of a PNG. */
interface PngChunk {
  /** Four letters, such as `IHDR`. */
  readonly name: string
  /** Where the chunk begins in the file: the offset of its length field. */
  readonly from: number
  /** Without length, name and CRC. A view of the file's bytes. */
  readonly data: Uint8Array<ArrayBuffer>
}

/** The eight bytes that every PNG begins with. */
export const pngSignature: Uint8Array<ArrayBuffer> = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Bounds the loop for hostile files; no real picture has as many. */
const maxChunks = 100_000

/**
 * The chunks of a PNG in file order, up to and including `IEND` or the first that is truncated; none for other files. CRCs are not
 * checked. Never throws, and ends for any input.
 */
export function* pngChunks(png: Uint8Array<ArrayBuffer>): Generator<PngChunk, void> {
  if (!pngSignature.every((byte, at) => png[at] === byte)) return
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let from = pngSignature.length
  for (let n = 0; n < maxChunks && from + 12 <= png.length; n += 1) {
    const length = view.getUint32(from)
    const end = from + 12 + length
    if (end > png.length) return
    const name = String.fromCharCode(...png.subarray(from + 4, from + 8))
    yield { name, from, data: png.subarray(from + 8, end - 4) }
    if (name === 'IEND') return
    from = end
  }
}

/** A whole chunk as it is written: length, name, data, CRC. */
export function pngChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(data.length + 12)
  const view = new DataView(out.buffer)
  view.setUint32(0, data.length)
  for (let n = 0; n < 4; n += 1) out[4 + n] = name.charCodeAt(n)
  out.set(data, 8)
  view.setUint32(8 + data.length, crc32(out.subarray(4, 8 + data.length)))
  return out
}

/** One array with the bytes of all parts, in their order. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 as PNG and zip use it. `before` is the CRC of the bytes so far, so that a stream can be summed piece by piece. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (let at = 0; at < bytes.length; at += 1) crc = (table[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
