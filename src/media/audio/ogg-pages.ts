import { FileWindow } from './file-window.ts'

/** The header of a page with all the lengths that it may have. */
const longestHead = 27 + 255

/** What precedes the native stream in the first page: a mark, a version, the number of headers. */
const before = 9

/**
 * The FLAC file in an Ogg file, whose packets are its metadata and its frames, and where the Ogg file ends; another may be joined to it.
 * Undefined for other files. The bytes are not copied.
 */
export async function flacInOgg(file: Blob): Promise<{ readonly flac: Blob; readonly end: number } | undefined> {
  const view = new FileWindow(file)
  const parts: Blob[] = []
  let at = 0
  while (at + 27 < file.size) {
    const head = await view.at(at, longestHead)
    const [isPage, isFirst] = [wordAt(head, 0, 4) === 'OggS', ((head[5] ?? 0) & 2) !== 0]
    if (!isPage || (isFirst && at > 0)) break
    const segments = head[26] ?? 0
    const start = at + 27 + segments
    if (at === 0 && wordAt(head, start, 5) !== '\x7fFLAC') return undefined
    const end = start + head.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 0)
    parts.push(file.slice(at === 0 ? start + before : start, end))
    at = end
  }
  return parts.length > 0 ? { flac: new Blob(parts), end: at } : undefined
}

const wordAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

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
