/** The largest page of Ogg. */
const largestPage = 65_307

/** Whether an Ogg file ends with a page that is marked as the last one and is complete. Mediabunny does not tell. */
export async function isWholeOgg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(Math.max(0, file.size - largestPage)).arrayBuffer())
  for (let at = bytes.length - 27; at >= 0; at -= 1) {
    if (bytes[at] !== 0x4f || bytes[at + 1] !== 0x67 || bytes[at + 2] !== 0x67 || bytes[at + 3] !== 0x53) continue
    const segments = bytes[at + 26] ?? 0
    const lengths = bytes.subarray(at + 27, at + 27 + segments)
    const end = at + 27 + segments + lengths.reduce((sum, length) => sum + length, 0)
    return ((bytes[at + 5] ?? 0) & 4) !== 0 && end <= bytes.length
  }
  return false
}

/**
 * Whether an MP3 file is as long as the header in its first frame (Xing or Info) says. Undefined without that header. Mediabunny does not
 * tell.
 */
export async function isWholeMp3(file: Blob): Promise<boolean | undefined> {
  const start = await behindId3(file)
  const frame = new DataView(await file.slice(start, start + 192).arrayBuffer())
  for (let at = 4; at + 16 <= frame.byteLength; at += 1) {
    const word = frame.getUint32(at)
    if (word !== 0x58696e67 && word !== 0x496e666f) continue
    const flags = frame.getUint32(at + 4)
    if ((flags & 2) === 0) return undefined
    const bytes = frame.getUint32(at + 8 + (flags & 1) * 4)
    return start + bytes <= file.size
  }
  return undefined
}

/** Where an ID3v2 tag ends; 0 without one. Its length has seven bits a byte. */
async function behindId3(file: Blob): Promise<number> {
  const [a = 0, b = 0, c = 0, , , , d = 0, e = 0, f = 0, g = 0] = new Uint8Array(await file.slice(0, 10).arrayBuffer())
  if (a !== 0x49 || b !== 0x44 || c !== 0x33) return 0
  return 10 + ((d & 0x7f) << 21) + ((e & 0x7f) << 14) + ((f & 0x7f) << 7) + (g & 0x7f)
}
