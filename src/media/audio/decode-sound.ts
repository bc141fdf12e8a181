import { type AudioSample, AudioSampleSink, BlobSource } from 'mediabunny'
import { adpcmFrames, adpcmSamples } from './adpcm.ts'
import { openMedia } from './open-media.ts'
import type { Lane } from './peaks.ts'
import { RateConverter } from './rate-converter.ts'
import { type SoundSection, sectionsOf } from './sound-sections.ts'
import { type WavFile, wavHeader } from './wav.ts'

/** Some decoded frames, one lane for each channel. Valid until the next part is asked for. */
export interface SoundPart {
  readonly rate: number
  readonly frames: number
  readonly lanes: readonly Lane[]
  /** Frames of the whole sound, where its header says so. */
  readonly expected?: number
}

/** The sound cannot be decoded here: no audio, damaged, or a codec that this browser does not decode. */
export class NotDecoded extends Error {
  /** Whether the file was understood, and only its decoder is missing. */
  readonly lacksDecoder: boolean

  constructor(lacksDecoder: boolean) {
    super('The sound cannot be decoded.')
    this.lacksDecoder = lacksDecoder
  }
}

/** Bytes of a WAV file that are read at once. */
const readBytes = 2 ** 20

/**
 * Decodes a file from its beginning to its end, in parts, so that it is never in memory as a whole; files that were joined one after the
 * other, at the rate and with the channels of the first. WAV with 16-bit integers, floats or ADPCM is read directly; for compressed codecs it needs
 * WebCodecs. Rejects with `NotDecoded`, after the parts before a damage.
 */
export async function* decodeSound(file: Blob): AsyncGenerator<SoundPart> {
  const [opening, ...more] = await sectionsOf(file).catch(() => [])
  if (!opening) throw new NotDecoded(false)
  let like: SoundPart | undefined
  for await (const { expected, ...part } of partsOf(opening)) {
    like ??= part
    yield more.length === 0 && expected ? { ...part, expected } : part
  }
  for (const section of more) {
    let hasSound = false
    try {
      for await (const part of like ? alike(partsOf(section), like) : partsOf(section)) {
        hasSound = true
        yield part
      }
    } catch (thrown) {
      // Bytes that only begin like a sound: a tag, a picture.
      if (hasSound) throw thrown
    }
  }
}

async function* partsOf({ file, wav, adpcm, counted, unread }: SoundSection): AsyncGenerator<SoundPart> {
  if (unread) throw new NotDecoded(true)
  const array = wav && arrayFor(wav)
  if (wav && array) yield* partsOfWav(file, wav, array)
  else if (wav) yield* partsOfTrack(new Blob([wavHeader(wav, wav.bytes), file.slice(wav.start, wav.start + wav.bytes)]))
  else if (adpcm) yield* partsOfAdpcm(adpcm)
  else if (counted) yield* within(partsOfTrack(file), counted)
  else yield* partsOfTrack(file)
}

/** Without what encoder and decoder put before the sound and behind it. */
async function* within(
  parts: AsyncGenerator<SoundPart>,
  { rate: counted, skip, samples }: NonNullable<SoundSection['counted']>,
): AsyncGenerator<SoundPart> {
  let at = 0
  for await (const { rate, frames, lanes } of parts) {
    // The decoder of HE-AAC gives twice the rate of the header.
    const placeOf = (sample: number) => Math.max(0, Math.min(Math.round((sample * rate) / counted) - at, frames))
    const [first, last] = [placeOf(skip), placeOf(skip + samples)]
    at += frames
    if (last > first)
      yield {
        rate,
        frames: last - first,
        lanes: lanes.map((lane) => ({ ...lane, offset: lane.offset + first * lane.stride })),
      }
  }
}

/** Parts of another sound at the rate and with the channels of the first: those that it lacks repeat its last one. */
async function* alike(
  parts: AsyncGenerator<SoundPart>,
  { rate, lanes: { length: channels } }: SoundPart,
): AsyncGenerator<SoundPart> {
  let converters: readonly RateConverter[] | undefined
  const partOf = (values: readonly Float32Array[]): SoundPart => ({
    ...{ rate, frames: values[0]?.length ?? 0 },
    lanes: values.map((one) => ({ values: one, offset: 0, stride: 1 })),
  })
  for await (const part of parts) {
    const { length } = part.lanes
    const used = Array.from({ length: channels }, (_, n) => samplesOf(part, part.lanes[Math.min(n, length - 1)]))
    if (part.rate === rate) yield partOf(used)
    else {
      converters ??= used.map(() => new RateConverter(part.rate, rate))
      yield partOf(converters.map((converter, n) => converter.convert(used[n] ?? new Float32Array())))
    }
  }
  if (converters) yield partOf(converters.map((converter) => converter.end()))
}

/** The samples of one channel, from -1 to 1. */
function samplesOf({ frames }: SoundPart, lane: Lane | undefined): Float32Array {
  if (!lane) return new Float32Array(frames)
  const scale = lane.values instanceof Float32Array ? 1 : 32_768
  return Float32Array.from({ length: frames }, (_, n) => (lane.values[lane.offset + n * lane.stride] ?? 0) / scale)
}

const arrayFor = ({ coding, bits }: WavFile) =>
  coding === 'int' && bits === 16 ? Int16Array : coding === 'float' && bits === 32 ? Float32Array : undefined

async function* partsOfWav(
  file: Blob,
  { start, bytes, rate, channels, bits }: WavFile,
  Values: Int16ArrayConstructor | Float32ArrayConstructor,
): AsyncGenerator<SoundPart> {
  const frame = channels * (bits / 8)
  const reader = file
    .slice(start, start + bytes)
    .stream()
    .getReader({ mode: 'byob' })
  // One buffer for all reads: a new one each would be 64 MB of garbage before the browser collects any.
  let buffer = new ArrayBuffer(readBytes - (readBytes % frame) || frame)
  let filled = 0
  for (let isDone = false; !isDone; ) {
    const { value, done } = await reader.read(new Uint8Array(buffer, filled))
    if (!value) return
    isDone = done
    buffer = value.buffer
    filled += value.byteLength
    if (filled < buffer.byteLength && !isDone) continue
    const values = new Values(buffer, 0, filled / (bits / 8))
    const lanes = Array.from({ length: channels }, (_, offset) => ({ values, offset, stride: channels }))
    if (filled > 0) yield { rate, frames: filled / frame, lanes, expected: bytes / frame }
    filled = 0
  }
}

async function* partsOfAdpcm(adpcm: NonNullable<SoundSection['adpcm']>): AsyncGenerator<SoundPart> {
  const { rate, channels } = adpcm
  const expected = adpcmFrames(adpcm)
  for await (const values of adpcmSamples(adpcm)) {
    const lanes = Array.from({ length: channels }, (_, offset) => ({ values, offset, stride: channels }))
    yield { rate, frames: values.length / channels, lanes, expected }
  }
}

async function* partsOfTrack(file: Blob): AsyncGenerator<SoundPart> {
  const input = openMedia(new BlobSource(file))
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    if (!track) throw new NotDecoded(false)
    if (!(await track.canDecode().catch(() => false))) throw new NotDecoded(true)
    let isFirst = true
    // Kept for all packets, as the buffer of WAV is.
    let planes: readonly Float32Array[] = []
    for await (const sample of new AudioSampleSink(track).samples()) {
      if (isFirst) yield* silenceBefore(sample)
      isFirst = false
      const { sampleRate: rate, numberOfFrames, numberOfChannels: channels } = sample
      // What an encoder needs to start up has a negative time and is not played.
      const offset = Math.min(numberOfFrames, Math.max(0, Math.round(-sample.timestamp * rate)))
      if (planes.length !== channels || planes[0]?.length !== numberOfFrames)
        planes = Array.from({ length: channels }, () => new Float32Array(numberOfFrames))
      for (const [planeIndex, plane] of planes.entries()) sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      sample.close()
      yield { rate, frames: numberOfFrames - offset, lanes: planes.map((values) => ({ values, offset, stride: 1 })) }
    }
  } catch (thrown) {
    throw thrown instanceof NotDecoded ? thrown : new NotDecoded(false)
  } finally {
    input.dispose()
  }
}

/** The longest silence in seconds that is put before a sound that begins late. A recording may count from when its page was opened. */
const latestStart = 60

/** The sound of a video may begin after its picture. */
function* silenceBefore({ timestamp, sampleRate: rate, numberOfChannels }: AudioSample): Generator<SoundPart> {
  const frames = Math.round(timestamp * rate)
  if (frames <= 0 || timestamp > latestStart) return
  const lane = { values: new Float32Array(frames), offset: 0, stride: 1 }
  yield { rate, frames, lanes: Array.from({ length: numberOfChannels }, () => lane) }
}
