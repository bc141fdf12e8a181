import { mostBoxes, type TopBox, topBoxes } from './mp4-boxes.ts'

/**
 * Whether an MP4 or QuickTime file ends where its last box ends, and has its two parts (`moov`, and `mdat` or fragments). Reads only the
 * headers of the boxes. Undefined where that cannot be told: for other types, and for a last box without a length.
 */
export async function isWholeMovie(file: Blob, type: string): Promise<boolean | undefined> {
  if (!/^(?:video\/mp4|video\/quicktime|audio\/mp4)$/.test(type)) return undefined
  return isWhole(file, await topBoxes(file))
}

export function isWhole(file: Blob, boxes: readonly TopBox[]): boolean | undefined {
  const last = boxes.at(-1)
  if (last?.isOpen || boxes.length > mostBoxes) return undefined
  const has = (part: string) => boxes.some((box) => box.type === part)
  return last?.end === file.size && has('moov') && (has('mdat') || has('moof'))
}

/** Whether a WebM or Matroska file has all that its segment announces. Undefined for a live recording, which does not say, and other files. */
export async function isWholeWebm(file: Blob): Promise<boolean | undefined> {
  const end = (await segmentOf(file))?.end
  return end === undefined ? undefined : end <= file.size
}

/** An element of EBML (RFC 8794); offsets in bytes. */
interface Element {
  readonly id: number
  /** Where its content begins. */
  readonly body: number
  /** Undefined where it does not say, in a live recording: it goes on as long as what may be in it follows. */
  readonly end: number | undefined
}

/** The element at an offset of a file; undefined if there is none. */
async function elementAt(file: Blob, at: number): Promise<Element | undefined> {
  const view = new DataView(await file.slice(at, at + 12).arrayBuffer())
  const number = (from: number) => {
    const first = from < view.byteLength ? view.getUint8(from) : 0
    const bytes = Math.clz32(first) - 23
    if (from + bytes > view.byteLength) return undefined
    let value = first & (0xff >> bytes)
    for (let n = 1; n < bytes; n += 1) value = value * 256 + view.getUint8(from + n)
    return { value, bytes, mark: 2 ** (7 * bytes) }
  }
  const id = number(0)
  const length = id && id.bytes <= 4 ? number(id.bytes) : undefined
  if (!id || !length) return undefined
  const body = at + id.bytes + length.bytes
  return { id: id.mark + id.value, body, end: length.value === length.mark - 1 ? undefined : body + length.value }
}

/** The element that holds all of a WebM or Matroska file, behind the header of the file. Undefined for other files. */
export async function segmentOf(file: Blob): Promise<Element | undefined> {
  const head = await elementAt(file, 0)
  if (head?.id !== 0x1a45dfa3 || head.end === undefined) return undefined
  const segment = await elementAt(file, head.end)
  return segment?.id === 0x18538067 ? segment : undefined
}

/** Seek head, info, tracks, cluster, cues, attachments, chapters, tags, void. */
const inSegment = [0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367, 0xec]

/** What clusters without a length hold: time, blocks, groups of blocks, position, size of the cluster before. */
const inCluster = [0xe7, 0xa3, 0xa0, 0xa7, 0xab]

/** More elements are not looked at: ten minutes of a live recording, hours of other files. */
const mostElements = 20_000

/**
 * Whether a segment is a row of known elements up to the end of the file. Where there is anything else between them, Mediabunny 1.61
 * looks for the next one, and at the end of the file for ever.
 */
export async function isRegular(file: Blob, { body, end = file.size }: Element): Promise<boolean> {
  const last = Math.min(end, file.size)
  let isOpen = false
  for (let at = body, n = 0; at < last && n < mostElements; n += 1) {
    const element = await elementAt(file, at)
    if (!element) return last - at < 8
    const { id } = element
    if (!inSegment.includes(id) && !(isOpen && inCluster.includes(id))) return false
    if (id === 0x1f43b675) isOpen = element.end === undefined
    else if (element.end === undefined) return false
    at = element.end ?? element.body
  }
  return true
}
