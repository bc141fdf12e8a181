import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type VideoCodec,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { resampled } from '#media/audio/rate-converter.ts'
import type { Mono } from '../sound-task.ts'
import { audioSample } from './audio-sample.ts'
import type { Tags } from './encode-sound.ts'
import { registerOpus } from './opus-coding.ts'

registerAacEncoder()
registerOpus()

const rate = 48_000
const bitrate = 96_000

/** WebM for the codecs that are usual in it, MP4 for all others. */
const isForWebm = (codec: VideoCodec) => codec === 'vp8' || codec === 'vp9'

/** A video with another sound. Its pictures are copied packet by packet. Undefined where the file has none, or of an unknown codec. */
export async function dubbedVideo(
  bytes: Uint8Array,
  sound: Mono,
  tags: Tags,
): Promise<{ readonly bytes: Uint8Array; readonly type: string } | undefined> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM, MATROSKA] })
  if (!(await input.canRead().catch(() => false))) return undefined
  const track = await input.getPrimaryVideoTrack()
  const codec = await track?.getCodec()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !codec || !decoderConfig) return undefined
  const isWebm = isForWebm(codec)
  const target = new BufferTarget()
  const output = new Output({
    format: isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target,
  })
  const video = new EncodedVideoPacketSource(codec)
  const audio = new AudioSampleSource({ codec: isWebm ? 'opus' : 'aac', bitrate })
  output.addVideoTrack(video, { rotation: await track.getRotation() })
  output.addAudioTrack(audio)
  output.setMetadataTags(tags)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) await video.add(packet, { decoderConfig })
  const sample = audioSample([resampled(sound.samples, sound.rate, rate)], rate, 0)
  await audio.add(sample)
  sample.close()
  await output.finalize()
  const type = isWebm ? 'video/webm' : 'video/mp4'
  return { bytes: new Uint8Array(target.buffer ?? new ArrayBuffer()), type }
}
