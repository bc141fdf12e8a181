/** Bytes of a box's header, with a length of 64 bits. */
const headLength = 16

/** Boxes of the highest level that are looked at: a fragmented file has two per second or so. */
const mostBoxes = 20_000

/**
 * Whether an MP4 or QuickTime file ends where its last box ends, and has its two parts (`moov`, and `mdat` or fragments). Reads only the
 * headers of the boxes. Undefined where that cannot be told: for other types, and for a last box without a length.
 */
export async function isWholeMovie(file: Blob, type: string): Promise<boolean | undefined> {
  if (!/^(?:video\/mp4|video\/quicktime|audio\/mp4)$/.test(type)) return undefined
  const seen = new Set<string>()
  let at = 0
  for (let boxes = 0; at < file.size; boxes += 1) {
    if (boxes > mostBoxes) return undefined
    const head = new DataView(await file.slice(at, at + headLength).arrayBuffer())
    if (head.byteLength < 8) return false
    const short = head.getUint32(0)
    if (short === 0) return undefined
    if (short === 1 && head.byteLength < headLength) return false
    const length = short === 1 ? Number(head.getBigUint64(8)) : short
    if (length < 8) return false
    seen.add(String.fromCharCode(...[4, 5, 6, 7].map((offset) => head.getUint8(offset))))
    at += length
  }
  return at === file.size && seen.has('moov') && (seen.has('mdat') || seen.has('moof'))
}
