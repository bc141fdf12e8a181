import h264 from 'h264-mp4-encoder'
import { BufferSource, EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { platform } from '#sandbox/platform.ts'
import type { Tags } from '../../sound/files/encode-sound.ts'
import { videoFile } from '../../sound/files/video-file.ts'
import type { Sound } from '../../sound/sound-task.ts'
import type { Planes } from './planes.ts'

/** Consecutive frames, the first of them a key frame, and what a decoder needs to know before it. */
export interface EncodedFrames {
  readonly config: VideoDecoderConfig
  readonly frames: readonly { readonly data: Uint8Array; readonly isKey: boolean }[]
}

export interface Part {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Lower is better: 10 to 51. */
const quantizer = 26
/** From 0, slow, to 10. */
const speed = 9

const framesInATurn = 6

/** The type of slices in a frame that needs no other. */
const keySlice = 5

function sliceType(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at)) {
    const type = view.getUint8(at + 4) & 31
    if (type === 1 || type === keySlice) return type
  }
  return 0
}

/** BT.709 in limited range, which the bitstream itself does not say. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/**
 * Reads the encoder's own file. It marks every frame as a key frame, with which players show wrong frames after a seek; therefore the type
 * is taken from the frame itself.
 */
async function framesOf(file: Uint8Array): Promise<EncodedFrames> {
  const input = new Input({ source: new BufferSource(file), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new TypeError('the encoder made no video')
  const frames: { data: Uint8Array; isKey: boolean }[] = []
  for await (const { data } of new EncodedPacketSink(track).packets())
    frames.push({ data, isKey: sliceType(data) === keySlice })
  return { config: { ...config, colorSpace }, frames }
}

/** Encodes frames as H.264 with a key frame each second. `draw` fills the frame with this number. */
export async function encodeFrames(
  frame: Planes,
  { from, to, rate }: Part & { readonly rate: number },
  draw: (index: number) => void,
): Promise<EncodedFrames> {
  const encoder = await h264.createH264MP4Encoder()
  Object.assign(encoder, {
    ...{ width: frame.width, height: frame.height, frameRate: rate, groupOfPictures: rate },
    ...{ quantizationParameter: quantizer, speed },
  })
  encoder.initialize()
  for (let index = from; index < to; index += 1) {
    draw(index)
    encoder.addFrameYuv(frame.bytes)
    // Lets the process report its progress, and notice that the router is gone.
    if (index % framesInATurn === 0) await platform.nextTurn()
  }
  encoder.finalize()
  const file = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return framesOf(file)
}

/** Boxes that hold boxes, on the way to those with times. */
const containers = new Set(['moov', 'trak', 'mdia'])
const timed = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Clears the times of creation and modification, in place, so that equal clips are equal files. */
function clearTimes(file: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 0; at + 8 <= file.length; ) {
    const size = view.getUint32(at)
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (size < 8) return
    if (containers.has(type)) clearTimes(file.subarray(at + 8, at + size))
    // Version 0 has 32 bits for each of both times, version 1 has 64.
    if (timed.has(type)) file.fill(0, at + 12, at + 12 + (view.getUint8(at + 8) === 1 ? 16 : 8))
    at += size
  }
}

/** Writes an MP4 file with its index in front, so that it plays while it is loaded. The same input gives the same bytes. */
export async function mp4File(
  { config, frames }: EncodedFrames,
  rate: number,
  sound: Sound,
  tags: Tags,
): Promise<Uint8Array> {
  const packets = frames.map(
    ({ data, isKey }, at) => new EncodedPacket(data, isKey ? 'key' : 'delta', at / rate, 1 / rate),
  )
  const { bytes } = await videoFile({ codec: 'avc', config, packets }, { sound, bitrate: 128_000 }, tags)
  clearTimes(bytes)
  return bytes
}
