import {
  ADTS,
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny'
import type { Lane } from './peaks.ts'
import { readWav, type WavFile } from './wav.ts'

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

/** Opens a media file of any kind that is known here. Must be disposed. */
export const openMedia = (source: Source) =>
  new Input({ source, formats: [WAVE, MP3, MP4, QTFF, OGG, FLAC, WEBM, MATROSKA, ADTS] })

/** Bytes of a WAV file that are read at once. */
const readBytes = 2 ** 20

/**
 * Decodes a file from its beginning to its end, in parts, so that it is never in memory as a whole. WAV with 16-bit integers or floats is
 * read directly; for compressed codecs it needs WebCodecs. Rejects with `NotDecoded`, after the parts before a damage.
 */
export async function* decodeSound(file: Blob): AsyncGenerator<SoundPart> {
  const wav = await readWav(file).catch(() => undefined)
  const array = wav && arrayFor(wav)
  if (wav && array) yield* partsOfWav(file, wav, array)
  else yield* partsOfTrack(file)
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

async function* partsOfTrack(file: Blob): AsyncGenerator<SoundPart> {
  const input = openMedia(new BlobSource(file))
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    if (!track) throw new NotDecoded(false)
    if (!(await track.canDecode().catch(() => false))) throw new NotDecoded(true)
    let isFirst = true
    for await (const sample of new AudioSampleSink(track).samples()) {
      if (isFirst) yield* silenceBefore(sample)
      isFirst = false
      const { sampleRate: rate, numberOfFrames, numberOfChannels: channels } = sample
      // What an encoder needs to start up has a negative time and is not played.
      const offset = Math.min(numberOfFrames, Math.max(0, Math.round(-sample.timestamp * rate)))
      const lanes = Array.from({ length: channels }, (_, planeIndex) => {
        const values = new Float32Array(numberOfFrames)
        sample.copyTo(values, { planeIndex, format: 'f32-planar' })
        return { values, offset, stride: 1 }
      })
      sample.close()
      yield { rate, frames: numberOfFrames - offset, lanes }
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
