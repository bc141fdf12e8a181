import { BlobSource } from 'mediabunny'
import { sniffLength, sniffType } from '../sniff-type.ts'
import { type Adpcm, adpcms } from './adpcm.ts'
import { type MpegRun, mpegRuns } from './mpeg-runs.ts'
import { flacInOgg, isWholeOgg } from './ogg-pages.ts'
import { openMedia } from './open-media.ts'
import { readWav, readWrappedWav, type WavFile, type WrappedWav } from './wav.ts'

/** A file, or one of those that a file was joined of. */
export interface SoundSection {
  readonly file: Blob
  /** Of a WAV file whose coding is known here. */
  readonly wav?: WavFile
  /** Of MP3 and raw AAC, which have no length but that of all their frames: how much of what is decoded is played. */
  readonly counted?: Omit<MpegRun, 'start' | 'end'>
  /** Of a WAV file with ADPCM. */
  readonly adpcm?: Adpcm & WrappedWav
  /** Of a format that is known by its head alone, and cannot be decoded here. */
  readonly unread?: {
    readonly container: string
    readonly codec: string
    readonly rate?: number
    readonly channels?: number
  }
  /** What `file` was taken out of. */
  readonly container?: 'WAV' | 'Ogg'
  /** Whether the end of that container is there, where this is known. */
  readonly isWhole?: boolean
}

/** How a file of a container begins, precisely enough to be found in the middle of another. As letters of Windows-1252. */
interface Head {
  readonly mark: string
  /** Letters before the mark. */
  readonly before: number
  readonly fits: (head: string) => boolean
}

const ebml = '\x1aEß£'
const wave: Head = { mark: 'WAVE', before: 8, fits: (head) => /^(?:RIFF|RF64|BW64)/.test(head) }
const heads: ReadonlyMap<string, Head> = new Map([
  ['WAVE', wave],
  ['Ogg', { mark: 'OggS', before: 0, fits: (head) => head[5] === '\x02' }],
  ['FLAC', { mark: 'fLaC', before: 0, fits: (head) => head.slice(5, 8) === '\0\0"' }],
  ['MP4', { mark: 'ftyp', before: 4, fits: (head) => head.startsWith('\0\0\0') }],
  ['WebM', { mark: ebml, before: 0, fits: (head) => head.includes('webm') }],
  ['Matroska', { mark: ebml, before: 0, fits: (head) => head.includes('matroska') }],
])

/** Bytes that are searched at once, and those of a head, which may lie on their border. */
const [searched, longestHead] = [2 ** 20, 64]

/** The first pages of the streams that are multiplexed in one Ogg file stand closely together. */
const nearest = 1024

async function placesOf(file: Blob, { mark, before, fits }: Head): Promise<readonly number[]> {
  const places = [0]
  let last = 0
  for (let from = 1; from < file.size; from += searched) {
    const bytes = await file.slice(from, from + searched + longestHead).arrayBuffer()
    const text = new TextDecoder('windows-1252').decode(bytes)
    for (let found = text.indexOf(mark); found >= 0; found = text.indexOf(mark, found + 1)) {
      const at = found - before
      if (at < 0 || at >= searched || !fits(text.slice(at, at + longestHead))) continue
      if (from + at - last > nearest) places.push(from + at)
      last = from + at
    }
  }
  return places
}

async function formatOf(file: Blob): Promise<{ readonly name: string; readonly isVideo: boolean } | undefined> {
  const input = openMedia(new BlobSource(file))
  try {
    const isVideo = (await input.getPrimaryVideoTrack()) !== null
    return { name: (await input.getFormat()).name, isVideo }
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}

async function wavSections(file: Blob, wav: WavFile): Promise<readonly SoundSection[]> {
  if (wav.next !== undefined)
    return [{ file: file.slice(0, wav.next), wav }, ...(await sectionsOf(file.slice(wav.next)))]
  const isExact = wav.isWhole && wav.start + wav.bytes === file.size
  const [, next] = isExact ? [] : await placesOf(file, wave)
  if (next === undefined) return [{ file, wav }]
  const first = file.slice(0, next)
  const own = await readWav(first)
  return [{ file: first, ...(own && { wav: own }) }, ...(await sectionsOf(file.slice(next)))]
}

/** Codings that WAV wraps and that are not decoded here, by their format tag in hexadecimal. */
const wrappedNames = new Map(
  Object.entries({
    ...{ '31': 'GSM', '45': 'G.726', '64': 'G.726', '65': 'G.722', '28f': 'G.722', a109: 'Speex' },
    ...{ ff: 'AAC', '160': 'WMA', '161': 'WMA', '162': 'WMA', '2000': 'AC-3' },
  }),
)

async function wrappedSections(file: Blob, wav: WrappedWav): Promise<readonly SoundSection[]> {
  const { code, content, rate, channels, block, isWhole } = wav
  const adpcm = adpcms.get(code)
  if (adpcm && adpcm.framesIn(block, channels) > 0) return [{ file, adpcm: { ...adpcm, ...wav } }]
  const runs = code === 0x50 || code === 0x55 ? await mpegSections(content) : []
  if (runs.length > 0)
    return runs.map((run) => ({ ...run, container: 'WAV', ...(isWhole !== undefined && { isWhole }) }))
  const codec = wrappedNames.get(code.toString(16)) ?? `codec 0x${code.toString(16)}`
  return [{ file, unread: { container: 'WAV', codec, rate, channels } }]
}

const mpegSections = async (file: Blob): Promise<readonly SoundSection[]> =>
  (await mpegRuns(file)).map(({ start, end, ...counted }) => ({ file: file.slice(start, end), counted }))

/** Formats that are known by their first bytes and are not decoded here. */
const unreadTypes: ReadonlyMap<string | undefined, string> = new Map([
  ['audio/x-loas', 'AAC (LATM)'],
  ['audio/amr', 'AMR'],
])

/**
 * The parts of a file that were files of their own before they were joined: a player, and most decoders, end with the first of them. One
 * section for most files. Reads the whole file, except for videos and for WAV files whose header fits. Rejects where the Blob cannot be read.
 */
export async function sectionsOf(file: Blob): Promise<readonly SoundSection[]> {
  const wav = await readWav(file)
  if (wav) return wavSections(file, wav)
  const wrapped = await readWrappedWav(file)
  if (wrapped) return wrappedSections(file, wrapped)
  const unread = unreadTypes.get(sniffType(new Uint8Array(await file.slice(0, sniffLength).arrayBuffer())))
  if (unread) return [{ file, unread: { container: unread, codec: unread } }]
  const ogg = await flacInOgg(file)
  if (ogg) {
    const isWhole = await isWholeOgg(file.slice(0, ogg.end))
    const more = ogg.end < file.size ? await sectionsOf(file.slice(ogg.end)) : []
    return [{ file: ogg.flac, container: 'Ogg', isWhole }, ...more]
  }
  const format = await formatOf(file)
  if (format?.name === 'MP3' || format?.name === 'ADTS') return mpegSections(file)
  const head = format && !format.isVideo ? heads.get(format.name) : undefined
  if (!head) return [{ file }]
  const places = await placesOf(file, head)
  return places.map((place, n) => ({ file: file.slice(place, places[n + 1]) }))
}
