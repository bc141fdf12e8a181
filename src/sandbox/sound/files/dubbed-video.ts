import { BufferSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { resampled } from '#media/audio/rate-converter.ts'
import '#sandbox/sound/files/sound-codecs.ts'
import type { Mono } from '../sound-task.ts'
import type { Tags } from './encode-sound.ts'
import { videoFile } from './video-file.ts'

const rate = 48_000

/** A video with another sound. Its pictures are copied packet by packet. Undefined where the file has none, or of an unknown codec. */
export async function dubbedVideo(bytes: Uint8Array, { samples, rate: from }: Mono, tags: Tags) {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM, MATROSKA] })
  if (!(await input.canRead().catch(() => false))) return undefined
  const track = await input.getPrimaryVideoTrack()
  const codec = await track?.getCodec()
  const config = await track?.getDecoderConfig()
  if (!track || !codec || !config) return undefined
  const packets = new EncodedPacketSink(track).packets()
  const sound = { rate, channels: [resampled(samples, from, rate)] }
  return videoFile({ codec, config, rotation: await track.getRotation(), packets }, { sound, bitrate: 96_000 }, tags)
}
