import {
  BlobSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  type InputTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { Dimensions } from '../dimensions.ts'
import { type Codec, codecOf } from './codec-names.ts'
import { mostBoxes, type TopBox, topBoxes } from './mp4-boxes.ts'
import { isRegular, isWhole, isWholeWebm, segmentOf } from './whole-movie.ts'

/** The most frames of a file that are read: each has at least a byte, and nine hours have a million. */
const mostFrames = (file: Blob): number => Math.min(1_000_000, file.size)

/** The largest index that is read, in bytes: that of a film of three hours has 10 MB. */
const longestIndex = 32 * 2 ** 20

/**
 * Whether the tables of an MP4 announce no more frames than are read. Mediabunny expands their run lengths, so that one number in a file of
 * 1 kB would make it allocate thousands of millions of entries. The tables are found by their letters, since a box that one reader skips may
 * be valid for another.
 */
async function hasFairCounts(file: Blob, boxes: readonly TopBox[]): Promise<boolean> {
  for (const { type, body, end } of boxes) {
    if (type !== 'moov' && type !== 'moof') continue
    if (end - body > longestIndex) return false
    const view = new DataView(await file.slice(body, end).arrayBuffer())
    const most = mostFrames(file)
    let from = 0
    for (const track of new TextDecoder('latin1').decode(view).split('trak')) {
      // Without shifts the times are looked up where they stand: each sample of PCM counts as a frame.
      const isExpanded = track.includes('ctts')
      for (const { 0: table, index } of track.matchAll(/stts|ctts|stsc|stz2|trun/g))
        if ((isExpanded || table !== 'stts') && announced(view, from + index, table) > most) return false
      from += track.length + 'trak'.length
    }
  }
  return true
}

/** How many frames a table announces whose letters stand at an offset, or a chunk of it at most; of a truncated one as far as it goes. */
function announced(view: DataView, at: number, table: string): number {
  const count = (offset: number) => (at + offset + 4 <= view.byteLength ? view.getUint32(at + offset) : 0)
  if (table === 'trun') return count(8)
  if (table === 'stz2') return count(12)
  const isChunks = table === 'stsc'
  const [first, row] = isChunks ? [16, 12] : [12, 8]
  let frames = 0
  const end = Math.min(view.byteLength, at + first + count(8) * row)
  for (let here = first; at + here < end; here += row)
    frames = isChunks ? Math.max(frames, count(here)) : frames + count(here)
  return frames
}

/** What a video file says of itself. What it does not say is left out. */
export interface VideoFacts {
  /** Whether every byte that the file announces is there; absent where it does not say. */
  readonly isWhole?: boolean
  readonly seconds?: number
  /** As it is shown: with its pixel aspect ratio and turned upright. */
  readonly size?: Dimensions
  readonly video?: Codec
  /** Absent if there is no sound, or its track cannot be read. */
  readonly audio?: Codec
  /** In frames per second; the mean if it varies. */
  readonly frameRate?: number
  /** When each frame begins to be shown, in seconds, ascending. Absent where a seek does not reach each of them. */
  readonly frames?: Float64Array
}

export interface Movie {
  /** Undefined for other files, and for headers that cannot be read. */
  readonly facts: VideoFacts | undefined
  /** The file, or a copy of it with the same encoded frames of which a seek reaches each. */
  readonly playable: Blob
}

// What it writes about damaged files is of no use in a console.
Logging.level = LogLevel.Silent

/** Bytes up to which a file is copied, or read whole to count its frames. */
const largest = 256 * 2 ** 20

/** Rounding errors of times, in seconds. */
const tolerance = 1e-3

/**
 * Reads the facts of an MP4, QuickTime or WebM file, and makes it seekable by frame. Chromium looks up the key frame for a seek by decoding
 * times: where those lag behind the times at which frames are shown, and no edit list says so, it shows a frame of the next group. It reaches
 * no frame behind the stated length either. Such a file is written anew with one index. Never rejects. Allocates little, but a hostile file
 * may keep it busy for long: it has to run in a worker with a time limit.
 */
export async function readMovie(file: Blob): Promise<Movie> {
  const read = await readFacts(file).catch(() => undefined)
  if (!read?.needsIndex) return { facts: read?.facts, playable: file }
  const { frames: _, ...facts } = read.facts
  const playable = (file.size <= largest && (await withIndex(file).catch(() => undefined))) || file
  const copied = playable === file ? undefined : await readFacts(playable).catch(() => undefined)
  const { seconds, frameRate, frames } = copied?.facts ?? {}
  if (!seconds || !frameRate || !frames) return { facts, playable: file }
  return { facts: { ...facts, seconds, frameRate, frames }, playable }
}

interface Reading {
  readonly facts: VideoFacts
  /** A seek in Chromium does not reach each frame. */
  readonly needsIndex: boolean
}

/** Undefined for files of other kinds. Rejects where a file is damaged. */
async function readFacts(file: Blob): Promise<Reading | undefined> {
  const movie = await openMovie(file)
  if (!movie) return undefined
  const { input, boxes, isMp4 } = movie
  const whole = isMp4 ? isWhole(file, boxes) : await isWholeWebm(file)
  const isFragmented = boxes.some(({ type }) => type === 'moof')
  try {
    const [picture, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    const stated = (await input.getDurationFromMetadata().catch(() => null)) ?? 0
    const isCounted = file.size <= largest || (isMp4 && !isFragmented)
    const counted = picture && isCounted ? await framesOf(picture, mostFrames(file)).catch(() => undefined) : undefined
    const { isDelayed, hasKey, end, ...frames }: Counted = counted ?? { isDelayed: false, hasKey: false, end: 0 }
    const last = frames.frames?.at(-1) ?? Number.NEGATIVE_INFINITY
    const seconds = stated || end
    return {
      needsIndex: hasKey && (isFragmented || (isMp4 && isDelayed) || last >= stated - tolerance),
      facts: {
        ...(whole !== undefined && { isWhole: whole }),
        ...(seconds > 0 && { seconds }),
        ...(picture && { size: await sizeOf(picture), video: await codecIn(picture) }),
        ...(sound && { audio: await codecIn(sound) }),
        ...frames,
      },
    }
  } finally {
    input.dispose()
  }
}

/** Undefined for other files, for tables that announce more than is read, and for a damaged WebM. */
async function openMovie(file: Blob) {
  const boxes = await topBoxes(file)
  if (boxes.length > 0) {
    if (boxes.length > mostBoxes || !(await hasFairCounts(file, boxes))) return undefined
    // Behind other bytes the table of fragments at the end of a file is not found, whose offsets lead anywhere in it.
    const source = new BlobSource(new Blob([file, new Uint8Array(4)]))
    return { input: new Input({ source, formats: [MP4, QTFF] }), boxes, isMp4: true }
  }
  const segment = await segmentOf(file)
  if (!segment || !(await isRegular(file, segment))) return undefined
  const source = new BlobSource(file.slice(0, segment.end))
  return { input: new Input({ source, formats: [WEBM, MATROSKA] }), boxes, isMp4: false }
}

async function sizeOf(track: InputVideoTrack): Promise<Dimensions> {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()])
  return { width, height }
}

async function codecIn(track: InputTrack): Promise<Codec> {
  const id = await track.getInternalCodecId()
  const parameters = await track.getCodecParameterString().catch(() => null)
  return codecOf(typeof id === 'string' ? id : '', await track.getCodec(), parameters)
}

interface Counted extends Pick<VideoFacts, 'frames' | 'frameRate'> {
  /** When the last frame ends, in seconds. */
  readonly end: number
  /** The first frame is shown later than it is decoded. */
  readonly isDelayed: boolean
  /** A decoder can begin at one of them. */
  readonly hasKey: boolean
}

/** From the packets of a track, without their bytes. Undefined for more than are counted. */
async function framesOf(track: InputVideoTrack, most: number): Promise<Counted | undefined> {
  const times: number[] = []
  let end = 0
  let hasKey = false
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp, duration, type } of packets) {
    if (times.length === most) return undefined
    times.push(timestamp)
    end = Math.max(end, timestamp + duration)
    hasKey ||= type === 'key'
  }
  // What an edit list cuts off is decoded but not shown.
  const frames = Float64Array.from(times.filter((at) => at > -tolerance)).sort()
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  const frameRate = last > first ? (frames.length - 1) / (last - first) : 0
  return {
    ...{ end, hasKey, isDelayed: (times[0] ?? 0) > tolerance },
    ...(frames.length > 0 && { frames }),
    ...(frameRate > 0 && { frameRate }),
  }
}

/** The same packets, in a file with one index and the length of what they hold. Undefined where a track cannot be copied. */
async function withIndex(file: Blob): Promise<Blob | undefined> {
  const movie = await openMovie(file)
  if (!movie) return undefined
  const { input, isMp4 } = movie
  try {
    const target = new BufferTarget()
    const format = isMp4 ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const conversion = await Conversion.init({
      ...{ input, output: new Output({ format, target }), showWarnings: false },
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return undefined
    await conversion.execute()
    return target.buffer ? new Blob([target.buffer], { type: file.type }) : undefined
  } finally {
    input.dispose()
  }
}
