/** One chunk of a PNG: where its data stand, without the length, the name and the sum around them. */
export interface PngChunk {
  /** Four letters, such as `IHDR`. */
  readonly name: string
  /** Where the chunk begins, at its length. */
  readonly from: number
  readonly data: Uint8Array<ArrayBuffer>
}

const mark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** More chunks than any picture has. */
const mostChunks = 100_000

/**
 * The chunks of a PNG in their order, up to and with `IEND` or the first that is cut short; none for other files. The sums are not
 * checked. Never throws, and ends for whatever bytes.
 */
export function* pngChunks(png: Uint8Array<ArrayBuffer>): Generator<PngChunk, void> {
  if (!mark.every((byte, at) => png[at] === byte)) return
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let from = mark.length
  for (let n = 0; n < mostChunks && from + 12 <= png.length; n += 1) {
    const length = view.getUint32(from)
    const end = from + 12 + length
    if (end > png.length) return
    const name = String.fromCharCode(...png.subarray(from + 4, from + 8))
    yield { name, from, data: png.subarray(from + 8, end - 4) }
    if (name === 'IEND') return
    from = end
  }
}
