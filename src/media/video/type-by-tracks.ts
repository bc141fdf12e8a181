import { topBoxes } from './mp4-boxes.ts'

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
