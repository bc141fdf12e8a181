import { type AudioCodec, AudioSampleSink, BufferSource, type InputAudioTrack } from 'mediabunny'
import { openMedia } from '#media/audio/open-media.ts'
import { joinedSamples } from '#media/audio/rate-converter.ts'
import { missingDecoder } from '#sandbox/sound/files/sound-codecs.ts'
import { refusal } from '../../refusal.ts'
import type { Mono } from '../sound-task.ts'
import { isLike } from '../transcription/fingerprint.ts'
import { type Origin, originOf } from './provenance.ts'
import { mostSeconds, type Upload } from './uploads.ts'

/** A file as mono sound, and what it says about itself where the sandbox made it. */
export interface Heard extends Mono {
  readonly seconds: number
  readonly origin?: Origin
}

/** The sample rates that are decoded, in hertz. */
const rates = { least: 4_000, most: 384_000 }

const kinds = 'WAV, MP3, M4A, MP4, AAC, FLAC, Ogg or WebM'

const damaged = (field: string) =>
  refusal(`${field}: the audio cannot be decoded. The file is damaged or truncated.`, field)

const native: readonly AudioCodec[] = ['aac', 'vorbis']

async function loadNative(codec: AudioCodec, field: string): Promise<void> {
  if ('AudioDecoder' in globalThis) return
  const missing = await missingDecoder(codec)
  if (missing !== undefined) throw refusal(`${field}: ${missing}. Send WAV, MP3, FLAC or Opus.`, field)
}

async function samplesOf(track: InputAudioTrack, seconds: number, field: string): Promise<Mono> {
  const parts: Float32Array[] = []
  let rate = 0
  let length = 0
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfChannels: channels, numberOfFrames: frames, sampleRate } = sample
    rate ||= sampleRate
    if (length / rate > Math.min(mostSeconds, seconds + 5)) throw tooLong(field)
    const mixed = new Float32Array(frames)
    // Interleaved, since the native decoder does not take channels apart.
    const values = new Float32Array(frames * channels)
    sample.copyTo(values, { planeIndex: 0, format: 'f32' })
    for (let at = 0; at < values.length; at += 1) {
      const frame = Math.floor(at / channels)
      mixed[frame] = (mixed[frame] ?? 0) + (values[at] ?? 0) / channels
    }
    sample.close()
    if (!mixed.every(Number.isFinite)) throw refusal(`${field}: the audio has samples that are not numbers.`, field)
    parts.push(mixed)
    length += frames
  }
  return { rate, samples: joinedSamples(parts) }
}

const tooLong = (field: string) =>
  refusal(`${field}: the recording is longer than ${mostSeconds / 60} minutes. Send a shorter one.`, field)

/** Decodes an upload. Throws a refusal that names the field for a file of another kind, a damaged, silent-tracked or too long one. */
export async function hear({ bytes, field }: Upload): Promise<Heard> {
  const input = openMedia(new BufferSource(bytes))
  if (!(await input.canRead().catch(() => false))) throw refusal(`${field}: this is not ${kinds}.`, field)
  const track = await input.getPrimaryAudioTrack().catch(() => {
    throw damaged(field)
  })
  if (!track) throw refusal(`${field}: the file has no audio.`, field)
  const codec = await track.getCodec()
  if (codec && native.includes(codec)) await loadNative(codec, field)
  if (!codec || !(await track.canDecode().catch(() => false)))
    throw refusal(`${field}: the sandbox cannot decode this codec. Send ${kinds}.`, field)
  const rate = await track.getSampleRate()
  if (!(rate >= rates.least && rate <= rates.most))
    throw refusal(
      `${field}: a sample rate of ${rate} Hz is not supported. Send ${rates.least} to ${rates.most} Hz.`,
      field,
    )
  const tags = await input.getMetadataTags().catch(() => undefined)
  const seconds = await track.computeDuration().catch(() => {
    throw damaged(field)
  })
  if (seconds > mostSeconds) throw tooLong(field)
  const mono = await samplesOf(track, seconds, field).catch((thrown: unknown) => {
    throw thrown instanceof Error && 'param' in thrown ? thrown : damaged(field)
  })
  const heard = mono.samples.length / mono.rate
  if (!(heard > 0)) throw damaged(field)
  const origin = originOf(tags?.comment)
  // A comment outlives an edit of the sound, about which it says nothing.
  const isWhole = origin !== undefined && Math.abs(origin.seconds - heard) < 0.25
  const isTrue = isWhole && (origin.print ? isLike(origin.print, mono.samples, mono.rate) : origin.words.length === 0)
  return { ...mono, seconds: heard, ...(isTrue && { origin }) }
}
