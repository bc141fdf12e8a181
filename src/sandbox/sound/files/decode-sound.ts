import {
  ADTS,
  AudioSampleSink,
  BufferSource,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { refusal } from '../../refusal.ts'
import type { Sound } from '../order.ts'
import { registerFlac } from './flac-decoder.ts'
import { registerMp3 } from './mp3-decoder.ts'
import { registerOpus } from './opus-coding.ts'
import { type Origin, originOf } from './provenance.ts'

registerFlac()
registerMp3()
registerOpus()

/** The longest upload in seconds. */
export const mostSeconds = 600

/** A file as mono sound, and what it says about itself where the sandbox made it. */
export interface Heard {
  readonly sound: Sound
  readonly seconds: number
  readonly origin?: Origin
}

const formats = [WAVE, MP3, MP4, QTFF, OGG, FLAC, WEBM, MATROSKA, ADTS]
const kinds = 'WAV, MP3, M4A, MP4, AAC, FLAC, Ogg or WebM'

const damaged = (field: string) =>
  refusal(`${field}: the audio cannot be decoded. The file is damaged or truncated.`, field)

/** Adds a sample's channels up to mono, where it belongs. */
async function samplesOf(track: InputAudioTrack, seconds: number, field: string): Promise<Sound> {
  const parts: Float32Array[] = []
  let rate = 0
  let length = 0
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfChannels: channels, numberOfFrames: frames, sampleRate } = sample
    rate ||= sampleRate
    if (length / rate > Math.min(mostSeconds, seconds + 5)) throw tooLong(field)
    const mixed = new Float32Array(frames)
    const plane = new Float32Array(frames)
    for (let planeIndex = 0; planeIndex < channels; planeIndex += 1) {
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      for (let at = 0; at < frames; at += 1) mixed[at] = (mixed[at] ?? 0) + (plane[at] ?? 0) / channels
    }
    sample.close()
    parts.push(mixed)
    length += frames
  }
  const samples = new Float32Array(length)
  let filled = 0
  for (const part of parts) {
    samples.set(part, filled)
    filled += part.length
  }
  return { rate, channels: [samples] }
}

const tooLong = (field: string) =>
  refusal(`${field}: the recording is longer than ${mostSeconds / 60} minutes. Send a shorter one.`, field)

/** Decodes an upload. Throws a refusal that names the field for a file of another kind, a damaged, silent-tracked or too long one. */
export async function decodeSound(bytes: Uint8Array, field: string): Promise<Heard> {
  const input = new Input({ source: new BufferSource(bytes), formats })
  if (!(await input.canRead().catch(() => false))) throw refusal(`${field}: this is not ${kinds}.`, field)
  const track = await input.getPrimaryAudioTrack().catch(() => {
    throw damaged(field)
  })
  if (!track) throw refusal(`${field}: the file has no audio.`, field)
  const codec = await track.getCodec()
  if (!codec || !(await track.canDecode().catch(() => false)))
    throw refusal(`${field}: the sandbox cannot decode this codec. Send ${kinds}.`, field)
  const tags = await input.getMetadataTags().catch(() => undefined)
  const seconds = await track.computeDuration().catch(() => {
    throw damaged(field)
  })
  if (seconds > mostSeconds) throw tooLong(field)
  const sound = await samplesOf(track, seconds, field).catch((thrown: unknown) => {
    throw thrown instanceof Error && 'param' in thrown ? thrown : damaged(field)
  })
  const heard = (sound.channels[0]?.length ?? 0) / sound.rate
  if (!(heard > 0)) throw damaged(field)
  const origin = originOf(tags?.comment)
  // A comment that outlived an edit says nothing about what is heard.
  const isWhole = origin !== undefined && Math.abs(origin.seconds - heard) < 0.25
  return { sound, seconds: heard, ...(isWhole && { origin }) }
}
