import { BlobSource, type InputAudioTrack } from 'mediabunny'
import { sniffLength, sniffType } from '../sniff-type.ts'
import { readVideoFacts } from '../video/video-facts.ts'
import { openMedia } from './decode-sound.ts'
import { playableOf, readHeaderless } from './headerless.ts'
import { readWav } from './wav.ts'
import { isWholeMp3, isWholeOgg } from './whole-sound.ts'

/** What a file says of its sound. What it does not say is left out. */
export interface SoundFacts {
  /** The container: `WAV`, `MP3`, `Ogg`, `MP4`; `Raw PCM` for samples without a header. */
  readonly container: string
  /** The codec: `Opus`, `AAC`, `16-bit PCM`. */
  readonly codec: string
  readonly seconds?: number
  /** In hertz. */
  readonly rate: number
  readonly channels: number
  /** The mean, in bits per second, with what the container adds. Absent for a video. */
  readonly bitRate?: number
  /** Whether every byte that the file announces is there; absent where it does not say. */
  readonly isWhole?: boolean
  /** What is assumed of samples without a header: `24 kHz, mono`. */
  readonly assumed?: string
  /** The sound is that of a video. */
  readonly isVideo: boolean
}

const containers = new Map(
  Object.entries({
    ...{ WAVE: 'WAV', 'QuickTime File Format': 'QuickTime', Matroska: 'Matroska', ADTS: 'AAC (ADTS)' },
  }),
)

const codecs = new Map(
  Object.entries({
    ...{ aac: 'AAC', opus: 'Opus', mp3: 'MP3', vorbis: 'Vorbis', flac: 'FLAC', ac3: 'AC-3', eac3: 'E-AC-3' },
    ...{ ulaw: 'µ-law', alaw: 'A-law', 'pcm-u8': '8-bit PCM', 'pcm-s8': '8-bit PCM' },
  }),
)

function codecName(codec: string): string {
  const [, kind, bits] = /^pcm-([sf])(\d+)/.exec(codec) ?? []
  if (bits) return `${bits}-bit ${kind === 'f' ? 'float ' : ''}PCM`
  return codecs.get(codec) ?? codec
}

/**
 * The facts of a file's sound, from its bytes, and for samples without a header from its media type. Undefined without sound and for
 * files that cannot be read. Never rejects. Reads headers; of MP3 and AAC without an index every frame's header.
 */
export async function readSoundFacts(file: Blob, type = file.type): Promise<SoundFacts | undefined> {
  try {
    const raw = await readHeaderless(file, type)
    if (!raw) return await factsOf(file)
    const facts = await factsOf(await playableOf(file, type))
    return facts && { ...facts, container: 'Raw PCM', ...(raw.assumed && { assumed: raw.assumed }) }
  } catch {
    return undefined
  }
}

async function factsOf(file: Blob): Promise<SoundFacts | undefined> {
  const input = openMedia(new BlobSource(file))
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) return undefined
    const isVideo = (await input.getPrimaryVideoTrack()) !== null
    const [format, codec, rate, channels] = await Promise.all([
      input.getFormat(),
      track.getCodec(),
      track.getSampleRate(),
      track.getNumberOfChannels(),
    ])
    const [seconds, isWhole] = await Promise.all([lengthOf(track, file), isWholeSound(file)])
    return {
      container: containers.get(format.name) ?? format.name,
      codec: codec === null ? 'unknown codec' : codecName(codec),
      rate,
      channels,
      isVideo,
      ...(seconds !== undefined && { seconds }),
      ...(seconds && !isVideo && { bitRate: Math.round((file.size * 8) / seconds) }),
      ...(isWhole !== undefined && { isWhole }),
    }
  } finally {
    input.dispose()
  }
}

/** Of a truncated file the length that it announces, since what can be played of it is only known once it is decoded. */
async function lengthOf(track: InputAudioTrack, file: Blob): Promise<number | undefined> {
  const wav = await readWav(file)
  if (wav) return wav.bytes / ((wav.bits / 8) * wav.channels * wav.rate)
  const seconds =
    (await track.getDurationFromMetadata().catch(() => null)) ?? (await track.computeDuration().catch(() => 0))
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined
}

async function isWholeSound(file: Blob): Promise<boolean | undefined> {
  const type = sniffType(new Uint8Array(await file.slice(0, sniffLength).arrayBuffer()))
  if (type === 'audio/wav') return (await readWav(file))?.isWhole
  if (type === 'audio/ogg') return isWholeOgg(file)
  if (type === 'audio/mpeg') return isWholeMp3(file)
  return (await readVideoFacts(file))?.isWhole
}
