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
