import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  AudioSampleSource,
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { audioSample } from '../../sound/files/audio-sample.ts'
import type { Sound } from '../../sound/sound-task.ts'
import type { EncodedFrames } from './video-encoder.ts'

registerAacEncoder()

const audioBitrate = 128_000

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
  tags: { readonly title: string; readonly comment: string; readonly artist: string },
): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('avc')
  const audio = new AudioSampleSource({ codec: 'aac', bitrate: audioBitrate })
  output.addVideoTrack(video)
  output.addAudioTrack(audio)
  output.setMetadataTags(tags)
  await output.start()
  for (const [at, { data, isKey }] of frames.entries()) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', at / rate, 1 / rate)
    await video.add(packet, at === 0 ? { decoderConfig: config } : undefined)
  }
  const samples = audioSample(sound.channels, sound.rate, 0)
  await audio.add(samples)
  samples.close()
  await output.finalize()
  const file = new Uint8Array(target.buffer ?? new ArrayBuffer())
  clearTimes(file)
  return file
}
