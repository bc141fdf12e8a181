import { registerAacEncoder } from '@mediabunny/aac-encoder'
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, expect, test } from 'vitest'
import { pitchOf } from '../make/pitch.ts'
import { forgetGlobals } from '../testing/measured.ts'
import { decodeSound } from './decode-sound.ts'
import { registerOpus } from './opus-coding.ts'

registerAacEncoder()
registerOpus()

afterAll(forgetGlobals)

const rate = 48_000
/** Two seconds of a buzz of 220 Hz, in stereo. */
const buzz = Float32Array.from(
  { length: rate * 4 },
  (_, at) => 0.3 * Math.sign(Math.sin((2 * Math.PI * 220 * (at >> 1)) / rate)),
)

async function fileOf(format: OutputFormat, codec: 'aac' | 'opus' | 'pcm-s16'): Promise<Uint8Array> {
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

test.each<[string, () => OutputFormat, 'aac' | 'opus' | 'pcm-s16']>([
  ['M4A and MP4 with AAC', () => new Mp4OutputFormat(), 'aac'],
  ['MP4 with Opus, as some browsers record', () => new Mp4OutputFormat(), 'opus'],
  ['WebM with Opus, as browsers record', () => new WebMOutputFormat(), 'opus'],
  ['Matroska with samples', () => new MkvOutputFormat(), 'pcm-s16'],
])('%s is decoded', async (_name, format, codec) => {
  const bytes = await fileOf(format(), codec)
  const { sound, seconds } = await decodeSound(bytes, 'file')
  expect(Math.abs(seconds - 2)).toBeLessThan(0.08)
  expect(pitchOf(sound.channels[0] ?? new Float32Array(), sound.rate)).toBeCloseTo(220, -1)
  // Cut short: decoded as far as it goes, or refused; never anything else.
  const cut = await decodeSound(bytes.subarray(0, bytes.length / 2), 'file').catch((thrown: unknown) => thrown)
  expect(cut).toMatchObject(cut instanceof Error ? { param: 'file' } : { sound: { rate } })
})
