import {
  AdtsOutputFormat,
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { makeWav } from './convert-sound.ts'
import { decodeSound } from './decode-sound.ts'
import { playableOf } from './headerless.ts'
import { readSoundFacts } from './sound-facts.ts'
import { readWav, wavHeader } from './wav.ts'

const file = (parts: BlobPart[], type = '') => new Blob(parts, { type })

/** Two seconds of packets of 20 ms whose content is noise. */
async function packed(format: OutputFormat, codec: AudioCodec, config: Partial<AudioDecoderConfig>): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec, numberOfChannels: 2, sampleRate: 48_000, ...config }
  for (let n = 0; n < 100; n += 1)
    await source.add(new EncodedPacket(new Uint8Array(40).fill(n), 'key', n / 50, 0.02), { decoderConfig })
  await output.finalize()
  return file([new Uint8Array(target.buffer ?? new ArrayBuffer())])
}

/** `OpusHead`: version 1, two channels, 48,000 Hz. */
const head = [...'OpusHead'].map((letter) => letter.charCodeAt(0))
const opus = { description: Uint8Array.of(...head, 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0) }
const aac = { codec: 'mp4a.40.2', description: Uint8Array.of(0x11, 0x90) }

/** 100 frames of MPEG 1 layer 3 with 128 kbit/s at 44,100 Hz. */
function mp3() {
  const bytes = new Uint8Array(417 * 100)
  for (let at = 0; at < bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0x00], at)
  return file([bytes])
}

const pcm = { coding: 'int', bits: 16, rate: 8000, channels: 2 } as const
const wav = (bytes: number, there = bytes) => file([wavHeader(pcm, bytes), new Uint8Array(there)])

test.each([
  [
    'WAV',
    () => wav(32_000),
    { container: 'WAV', codec: '16-bit PCM', seconds: 1, rate: 8000, channels: 2, isWhole: true },
  ],
  ['truncated WAV', () => wav(32_000, 8000), { codec: '16-bit PCM', seconds: 0.25, isWhole: false }],
  [
    'float WAV',
    () => file([wavHeader({ coding: 'float', bits: 32, rate: 48_000, channels: 1 }, 19_200), new Uint8Array(19_200)]),
    { codec: '32-bit float PCM', seconds: 0.1 },
  ],
  [
    'µ-law WAV',
    () => file([wavHeader({ coding: 'ulaw', bits: 8, rate: 8000, channels: 1 }, 800), new Uint8Array(800)]),
    { codec: 'µ-law', seconds: 0.1 },
  ],
  ['MP3', mp3, { container: 'MP3', codec: 'MP3', rate: 44_100, channels: 2 }],
  [
    'Ogg Opus',
    () => packed(new OggOutputFormat(), 'opus', opus),
    { container: 'Ogg', codec: 'Opus', rate: 48_000, channels: 2, isWhole: true },
  ],
  ['WebM', () => packed(new WebMOutputFormat(), 'opus', {}), { container: 'WebM', codec: 'Opus', isWhole: true }],
  [
    'M4A',
    () => packed(new Mp4OutputFormat(), 'aac', aac),
    { container: 'MP4', codec: 'AAC', rate: 48_000, isWhole: true, isVideo: false },
  ],
  ['ADTS', () => packed(new AdtsOutputFormat(), 'aac', aac), { codec: 'AAC', rate: 48_000, channels: 2 }],
])('facts of %s come from its bytes', async (_, make, expected) => {
  expect(await readSoundFacts(await make())).toMatchObject(expected)
})

test('an Ogg file without its last page is not whole', async () => {
  const whole = await packed(new OggOutputFormat(), 'opus', opus)
  expect(await readSoundFacts(whole.slice(0, whole.size - 200))).toMatchObject({ codec: 'Opus', isWhole: false })
})

test.each([
  ['text', file(['not a sound'])],
  ['nothing', file([])],
  ['a header alone', file([wavHeader(pcm, 100)]).slice(0, 30)],
  ['random bytes', file([Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251)])],
])('%s has no facts', async (_, broken) => {
  expect(await readSoundFacts(broken)).toBeUndefined()
})

test.each([
  ['audio/pcm', 24_000, 1, '24 kHz, mono'],
  ['audio/L16;rate=16000', 16_000, 1, undefined],
  ['audio/pcm; rate=44100; channels=2', 44_100, 2, undefined],
  ['audio/basic', 8000, 1, 'mono'],
  ['audio/x-l16; rate=16000', 16_000, 1, undefined],
  ['audio/L24;rate=48000;channels=2', 48_000, 2, undefined],
  ['audio/linear16', 24_000, 1, '24 kHz, mono'],
  ['audio/pcm_f32le;rate=24000', 24_000, 1, undefined],
])('samples without a header of type %s are played by what the type says', async (type, rate, channels, assumed) => {
  const raw = file([new Int16Array(4800).map((_, n) => 8000 * Math.sin(n / 20))], type)
  const playable = await playableOf(raw)
  expect(await readWav(playable)).toMatchObject({ rate, channels, isWhole: true })
  const facts = await readSoundFacts(raw)
  expect(facts).toMatchObject({ container: 'Raw PCM', rate, channels })
  expect(facts?.assumed).toBe(assumed)
})

test('big-endian L16 is swapped, little-endian L16 is not', async () => {
  const samples = new Int16Array(2000).map((_, n) => 9000 * Math.sin(n / 30))
  const big = new DataView(new ArrayBuffer(4000))
  for (const [n, value] of samples.entries()) big.setInt16(2 * n, value, false)
  for (const bytes of [samples.buffer, big.buffer]) {
    const playable = await playableOf(file([bytes], 'audio/L16;rate=24000'))
    expect(new Int16Array(await playable.slice(44).arrayBuffer())).toEqual(samples)
  }
})

test('a file with a header of its own is played as it is, whatever its type says', async () => {
  const own = new Blob([wav(800)], { type: 'audio/pcm' })
  expect(await playableOf(own)).toBe(own)
})

test('A-law becomes WAV with 16-bit integers of the same length', async () => {
  const law = file([
    wavHeader({ coding: 'alaw', bits: 8, rate: 8000, channels: 1 }, 4000),
    new Uint8Array(4000).fill(0xaa),
  ])
  const made = await makeWav(law)
  expect(await readWav(made)).toMatchObject({ coding: 'int', bits: 16, rate: 8000, channels: 1, bytes: 8000 })
  // The loudest value of A-law.
  expect(new Int16Array(await made.slice(44, 46).arrayBuffer())[0]).toBeGreaterThan(31_000)
})

test('what cannot be decoded is refused', async () => {
  await expect(decodeSound(file(['not a sound'])).next()).rejects.toThrow('cannot be decoded')
})
