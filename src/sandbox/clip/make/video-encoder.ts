import { setImmediate } from 'node:timers/promises'
import h264 from 'h264-mp4-encoder'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { Planes } from './planes.ts'

/** Consecutive frames, the first of them a key frame, and what a decoder needs to know before it. */
export interface EncodedFrames {
  readonly config: VideoDecoderConfig
  readonly frames: readonly { readonly data: Uint8Array; readonly isKey: boolean }[]
}

/** Frames by their numbers. */
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

/** The type of the first slice in length-prefixed NAL units. */
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
    if (index % framesInATurn === 0) await setImmediate()
  }
  encoder.finalize()
  const file = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return framesOf(file)
}
