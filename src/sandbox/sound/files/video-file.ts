import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  AudioSampleSource,
  BufferTarget,
  type EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type Rotation,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'
import type { Sound } from '../sound-task.ts'
import { audioSample } from './audio-sample.ts'
import type { Tags } from './encode-sound.ts'

registerAacEncoder()

interface VideoTrack {
  readonly codec: VideoCodec
  readonly config: VideoDecoderConfig
  readonly rotation?: Rotation
  readonly packets: AsyncIterable<EncodedPacket> | Iterable<EncodedPacket>
}

/** Writes encoded frames with a sound: WebM for the codecs that are usual in it, MP4 with its index in front for all others. */
export async function videoFile(
  { codec, config: decoderConfig, rotation = 0, packets }: VideoTrack,
  { sound, bitrate }: { readonly sound: Sound; readonly bitrate: number },
  tags: Tags,
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const isWebm = codec === 'vp8' || codec === 'vp9'
  const target = new BufferTarget()
  const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format, target })
  const video = new EncodedVideoPacketSource(codec)
  const audio = new AudioSampleSource({ codec: isWebm ? 'opus' : 'aac', bitrate })
  output.addVideoTrack(video, { rotation })
  output.addAudioTrack(audio)
  output.setMetadataTags(tags)
  await output.start()
  for await (const packet of packets) await video.add(packet, { decoderConfig })
  const sample = audioSample(sound.channels, sound.rate, 0)
  await audio.add(sample)
  sample.close()
  await output.finalize()
  const type = isWebm ? 'video/webm' : 'video/mp4'
  return { bytes: new Uint8Array(target.buffer ?? new ArrayBuffer()), type }
}
