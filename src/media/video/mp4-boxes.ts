/** A box of the file itself (ISO/IEC 14496-12, 4.2); offsets in bytes. */
export interface TopBox {
  /** Four letters. */
  readonly type: string
  readonly from: number
  /** Where its content begins. */
  readonly body: number
  readonly end: number
  /** Its size is 0: it goes to the end of the file, whatever is appended. */
  readonly isOpen: boolean
}

/** More boxes are not looked at: a fragmented file has two per second or so. */
export const mostBoxes = 20_000

/**
 * The boxes of a file, of which only the headers are read, in file order. The last one may end behind the file: then the file is truncated.
 * None if the file does not begin with a `ftyp` box; one more than `mostBoxes` if there are more.
 */
export async function topBoxes(file: Blob): Promise<readonly TopBox[]> {
  const boxes: TopBox[] = []
  for (let from = 0; from < file.size && boxes.length <= mostBoxes; ) {
    const header = headerOf(new DataView(await file.slice(from, from + 16).arrayBuffer()))
    if (!header || (from === 0 && header.type !== 'ftyp')) {
      // What is left is no box: its end is unknown, and lies behind the file in any case.
      if (from > 0) boxes.push({ type: '', from, body: from, end: Number.POSITIVE_INFINITY, isOpen: false })
      return boxes
    }
    const { type, head, size } = header
    const end = size === 0 ? file.size : from + size
    boxes.push({ type, from, body: from + head, end, isOpen: size === 0 })
    from = end
  }
  return boxes
}

/** The header of a box at the start of `view`; undefined if it is truncated or smaller than itself. */
function headerOf(view: DataView): { readonly type: string; readonly head: number; readonly size: number } | undefined {
  if (view.byteLength < 8) return undefined
  const short = view.getUint32(0)
  if (short === 1 && view.byteLength < 16) return undefined
  const [head, size] = short === 1 ? [16, Number(view.getBigUint64(8))] : [8, short]
  if (size !== 0 && size < head) return undefined
  return { type: String.fromCharCode(...new Uint8Array(view.buffer, 4, 4)), head, size }
}

/** Bytes of a header that are searched: before the media in WebM, and the index of an MP4 (a film of three hours has 10 MB). */
const [longestHead, longestIndex] = [2 ** 19, 2 ** 25]

/**
 * The type of a file that its first bytes call a video: WebM and MP4 with nothing but sound begin alike. Other types stay. Never rejects.
 * Searches the header for the letters of its tracks, since this runs where no library of containers is loaded.
 */
export async function typeByTracks(file: Blob, type: string): Promise<string> {
  if (!/^video\/(?:mp4|webm|quicktime)$/.test(type)) return type
  const isWebm = type === 'video/webm'
  const head = await (isWebm ? webmHead(file) : mp4Index(file)).catch(() => '')
  const [picture, sound] = isWebm ? [/[†\x86].V_/s, /[†\x86].A_/s] : [/hdlr.{8}vide/s, /hdlr.{8}soun/s]
  if (picture.test(head) || !sound.test(head)) return type
  return isWebm ? 'audio/webm' : 'audio/mp4'
}

/** One character for each byte. */
const textOf = async (part: Blob) => new TextDecoder('windows-1252').decode(await part.arrayBuffer())

/** What stands before the first cluster. The id of a codec's name is 0x86, which is a dagger in windows-1252. */
async function webmHead(file: Blob): Promise<string> {
  const text = await textOf(file.slice(0, longestHead))
  return text.split('\x1fC¶u', 1)[0] ?? ''
}

async function mp4Index(file: Blob): Promise<string> {
  const index = (await topBoxes(file)).find(({ type }) => type === 'moov')
  return index && index.end - index.body <= longestIndex ? await textOf(file.slice(index.body, index.end)) : ''
}
