import {
  BlobSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny'
import { readVideoFacts } from './read-video-facts.ts'
import type { VideoFacts } from './video-facts.ts'

/** A video as a player needs it. */
export interface IndexedMovie {
  /** With the length and the frames, also of fragmented MP4 and WebM; undefined if the headers cannot be read. */
  readonly facts: VideoFacts | undefined
  /** The file, or a copy of it with the same encoded frames of which a seek reaches each. */
  readonly playable: Blob
}

/** Bytes up to which a file is copied or its packets are counted. */
const largest = 256 * 2 ** 20

/**
 * Completes the facts of a video and makes it seekable by frame. Chromium looks up the key frame for a seek by decoding times: where those
 * lag behind the times at which frames are shown, and no edit list says so, it shows a frame of the next group. Such a file is written anew
 * with one index and an edit list. Never rejects.
 */
export async function indexedMovie(file: Blob, facts: VideoFacts): Promise<IndexedMovie> {
  try {
    if (file.size > largest) return { facts, playable: file }
    if (facts.needsIndex) return await withIndex(file, facts)
    return { facts: { ...facts, ...(await packetFacts(file)) }, playable: file }
  } catch {
    // A damaged file, or a codec that cannot be copied.
    return { facts, playable: file }
  }
}

async function withIndex(file: Blob, facts: VideoFacts): Promise<IndexedMovie> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF] })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({ input, output, showWarnings: false })
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return { facts, playable: file }
  await conversion.execute()
  const playable = new Blob([target.buffer ?? new ArrayBuffer()], { type: file.type })
  const { seconds, frameRate, frames, keyFrames } = (await readVideoFacts(playable)) ?? {}
  if (seconds === undefined || frameRate === undefined || frames === undefined || keyFrames === undefined)
    return { facts, playable: file }
  return { facts: { ...facts, seconds, frameRate, frames, keyFrames }, playable }
}

/** From the packets of a WebM, whose header has no list of them. */
async function packetFacts(file: Blob): Promise<Partial<VideoFacts>> {
  const track = await new Input({ source: new BlobSource(file), formats: [WEBM] }).getPrimaryVideoTrack()
  if (!track) return {}
  const times: number[] = []
  let keyFrames = 0
  for await (const { timestamp, type } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp)
    if (type === 'key') keyFrames += 1
  }
  const frames = Float64Array.from(times).sort()
  const [first = 0, last = 0] = [frames[0], frames.at(-1)]
  const frameRate = last > first ? (frames.length - 1) / (last - first) : 0
  return { frames, keyFrames, ...(frameRate > 0 && { frameRate }) }
}
