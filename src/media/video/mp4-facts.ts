import type { Dimensions } from '../dimensions.ts'
import { av1Codec, avcCodec, codecOf, hevcCodec, mpegCodec, vpCodec } from './codec-names.ts'
import { type Box, boxAt, boxesIn, clockOf, topBoxes } from './mp4-boxes.ts'
import { frameTimes } from './mp4-frames.ts'
import type { Codec, VideoFacts } from './video-facts.ts'

/** The largest index that is read, in bytes: that of a film of three hours has 10 MB. */
const longestIndex = 32 * 2 ** 20

/**
 * The facts of an MP4 or QuickTime file from its index (`moov`), before or after the media; undefined for other files. Throws a
 * RangeError where the index is not valid.
 */
export async function readMp4Facts(file: Blob): Promise<VideoFacts | undefined> {
  const boxes = await topBoxes(file)
  const last = boxes.at(-1)
  if (!last) return undefined
  const index = boxes.find(({ type }) => type === 'moov')
  const isWhole = index !== undefined && boxes.some(({ type }) => type === 'mdat') && last.end <= file.size
  if (!index || index.end > file.size || index.end - index.body > longestIndex) return { isWhole }
  const view = new DataView(await file.slice(index.body, index.end).arrayBuffer())
  return {
    isWhole,
    ...indexFacts(
      view,
      boxes.every(({ type }) => type !== 'moof'),
    ),
  }
}

function indexFacts(view: DataView, hasAllFrames: boolean): Omit<VideoFacts, 'isWhole'> {
  const all = { body: 0, end: view.byteLength }
  const head = boxAt(view, all, 'mvhd')
  const clock = head && clockOf(view, head, 12)
  const tracks = [...boxesIn(view, all)].filter(({ type }) => type === 'trak')
  const ofKind = (kind: string) =>
    tracks.find((track) => {
      const handler = boxAt(view, track, 'mdia', 'hdlr')
      return handler && nameAt(view, handler.body + 8) === kind
    })
  const [picture, sound] = [ofKind('vide'), ofKind('soun')]
  const entryOf = (track: Box | undefined) => {
    const list = track && boxAt(view, track, 'mdia', 'minf', 'stbl', 'stsd')
    return list && boxesIn(view, { body: list.body + 8, end: list.end }).next().value
  }
  const [entry, heard] = [entryOf(picture), entryOf(sound)]
  const frames = picture && hasAllFrames ? frameTimes(view, picture, clock?.scale) : undefined
  const shifts = picture && !boxAt(view, picture, 'edts') && boxAt(view, picture, 'mdia', 'minf', 'stbl', 'ctts')
  // The first frame is shown later than it is decoded.
  const isDelayed = shifts && shifts.end >= shifts.body + 16 && view.getInt32(shifts.body + 12) > 0
  const seconds = clock && clock.duration > 0 ? clock.duration / clock.scale : frames?.seconds
  return {
    ...(seconds && { seconds }),
    ...(picture && entry && { size: shownSize(view, picture, entry), video: videoCodec(view, entry) }),
    ...(heard && { audio: audioCodec(view, heard) }),
    ...(picture && (!hasAllFrames || isDelayed) && { needsIndex: true }),
    ...(frames && { frameRate: frames.rate, frames: frames.times, keyFrames: frames.keys }),
  }
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4))

/** The size in the sample entry, widened by the pixel aspect ratio and turned by the matrix of the track. */
function shownSize(view: DataView, track: Box, entry: Box): Dimensions {
  const [coded, height] = [view.getUint16(entry.from + 32), view.getUint16(entry.from + 34)]
  const ratio = boxAt(view, pictureBoxes(entry), 'pasp')
  const across = ratio ? view.getUint32(ratio.body) : 1
  const down = ratio ? view.getUint32(ratio.body + 4) : 1
  const width = across > 0 && down > 0 ? Math.round((coded * across) / down) : coded
  const head = boxAt(view, track, 'tkhd')
  const matrix = head && head.body + (view.getUint8(head.body) === 1 ? 52 : 40)
  // A quarter turn: its first element is 0, its second is not.
  const isTurned = matrix !== undefined && view.getInt32(matrix) === 0 && view.getInt32(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Where the boxes of a visual sample entry stand. */
const pictureBoxes = ({ from, end }: Box) => ({ body: from + 86, end })

const configurations = new Map<string, (type: string, view: DataView) => Codec>(
  Object.entries({ avcC: avcCodec, hvcC: hevcCodec, av1C: av1Codec, vpcC: vpCodec, esds: mpegCodec }),
)

function codecIn(view: DataView, { type }: Box, boxes: Pick<Box, 'body' | 'end'>): Codec {
  for (const box of boxesIn(view, boxes)) {
    const read = configurations.get(box.type)
    if (!read) continue
    try {
      return read(type, new DataView(view.buffer, view.byteOffset + box.body, box.end - box.body))
    } catch {
      // A RangeError: the configuration is truncated.
      break
    }
  }
  return codecOf(type)
}

const videoCodec = (view: DataView, entry: Box) => codecIn(view, entry, pictureBoxes(entry))

function audioCodec(view: DataView, entry: Box): Codec {
  // QuickTime has two longer versions of this entry.
  const longer = [0, 16, 36][view.getUint16(entry.from + 16)] ?? 0
  return codecIn(view, entry, { body: entry.from + 36 + longer, end: entry.end })
}
