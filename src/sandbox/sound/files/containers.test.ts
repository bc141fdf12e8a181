import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import {
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, expect, test } from 'vitest'
import { pitchOf } from '../make/sound-measures.ts'
import { forgetGlobals, heard } from '../testing/measured.ts'
import { dubbedVideo } from './dubbed-video.ts'
import { registerOpus } from './opus-coding.ts'

registerAacEncoder()
registerFlacEncoder()
registerOpus()

afterAll(forgetGlobals)

const rate = 48_000
/** Two seconds of a buzz of 220 Hz, in stereo. */
const buzz = Float32Array.from(
  { length: rate * 4 },
  (_, at) => 0.3 * Math.sign(Math.sin((2 * Math.PI * 220 * (at >> 1)) / rate)),
)

async function fileOf(format: OutputFormat, codec: 'aac' | 'flac' | 'opus' | 'pcm-s16'): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new AudioSampleSource(codec === 'pcm-s16' ? { codec } : { codec, bitrate: 96_000 })
  output.addAudioTrack(source)
  await output.start()
  const sample = new AudioSample({ data: buzz, format: 'f32', numberOfChannels: 2, sampleRate: rate, timestamp: 0 })
  await source.add(sample)
  sample.close()
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

test.each<[string, () => OutputFormat, 'aac' | 'flac' | 'opus' | 'pcm-s16']>([
  ['M4A and MP4 with AAC', () => new Mp4OutputFormat(), 'aac'],
  ['MP4 with Opus, as some browsers record', () => new Mp4OutputFormat(), 'opus'],
  ['WebM with Opus, as browsers record', () => new WebMOutputFormat(), 'opus'],
  ['Matroska with FLAC', () => new MkvOutputFormat(), 'flac'],
  ['Matroska with samples', () => new MkvOutputFormat(), 'pcm-s16'],
])('%s is decoded', async (_name, format, codec) => {
  const bytes = await fileOf(format(), codec)
  const sound = await heard(bytes)
  expect(Math.abs(sound.seconds - 2)).toBeLessThan(0.08)
  expect(pitchOf(sound.samples, sound.rate)).toBeCloseTo(220, -1)
  // Cut short: decoded as far as it goes, or refused; never anything else.
  const cut = await heard(bytes.subarray(0, bytes.length / 2)).catch((thrown: unknown) => thrown)
  expect(cut).toMatchObject(cut instanceof Error ? { param: 'file' } : { rate })
})

test('Ogg with Vorbis is decoded', async () => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../testing/vorbis-440-hertz.ogg')))
  const { samples, rate, seconds } = await heard(bytes)
  expect(seconds).toBeCloseTo(0.5, 1)
  expect(pitchOf(samples, rate)).toBeCloseTo(440, -1)
})

test('a dubbed video has its own pictures, packet by packet, and the new sound', async () => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const video = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(video)
  await output.start()
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 }
  for (let at = 0; at < 10; at += 1) {
    const packet = new EncodedPacket(Uint8Array.of(0, 0, 0, 2, 101, at), at % 5 === 0 ? 'key' : 'delta', at / 10, 0.1)
    await video.add(packet, { decoderConfig })
  }
  await output.finalize()
  const silent = new Uint8Array(target.buffer ?? new ArrayBuffer())
  const tags = { title: 'a', comment: 'b', artist: 'c' }
  const sound = { rate, samples: buzz.subarray(0, rate) }
  const dubbed = await dubbedVideo(silent, sound, tags)
  expect(dubbed?.type).toBe('video/webm')
  const input = new Input({ source: new BufferSource(dubbed?.bytes ?? silent), formats: [WEBM] })
  const track = await input.getPrimaryVideoTrack()
  const packets = []
  if (track)
    for await (const { data, type } of new EncodedPacketSink(track).packets()) packets.push([type, data.at(-1)])
  expect(packets).toEqual(Array.from({ length: 10 }, (_, at) => [at % 5 === 0 ? 'key' : 'delta', at]))
  expect((await heard(dubbed?.bytes ?? silent)).seconds).toBeCloseTo(1, 1)
  expect(await dubbedVideo(new TextEncoder().encode('RIFF'), sound, tags)).toBeUndefined()
})
