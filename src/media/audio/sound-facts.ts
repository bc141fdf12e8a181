import { BlobSource, type InputAudioTrack } from 'mediabunny'
import { sniffLength, sniffType } from '../sniff-type.ts'
import { codecNames } from '../video/codec-names.ts'
import { isWholeMovie, isWholeWebm } from '../video/whole-movie.ts'
import { adpcmFrames } from './adpcm.ts'
import { playableOf, readHeaderless } from './headerless.ts'
import { isWholeOgg } from './ogg-pages.ts'
import { openMedia } from './open-media.ts'
import { readSampleFile } from './sample-file.ts'
import { type SoundSection, sectionsOf } from './sound-sections.ts'

/** What a file says of its sound. What it does not say is left out. */
export interface SoundFacts {
  /** The container: `WAV`, `MP3`, `Ogg`, `MP4`; `Raw PCM` for samples without a header. */
  readonly container: string
  /** The codec: `Opus`, `AAC`, `16-bit PCM`. */
  readonly codec: string
  readonly seconds?: number
  /** In hertz. */
  readonly rate?: number
  readonly channels?: number
  /** The mean, in bits per second, with what the container adds. Absent for a video. */
  readonly bitRate?: number
  /** Whether every byte that the file announces is there; absent where it does not say. */
  readonly isWhole?: boolean
  /** What is assumed of samples without a header: `24 kHz, mono`. */
  readonly assumed?: string
  readonly isVideo: boolean
}

const containers = new Map(
  Object.entries({
    ...{ WAVE: 'WAV', 'QuickTime File Format': 'QuickTime', Matroska: 'Matroska', ADTS: 'AAC (ADTS)' },
  }),
)

function codecName(codec: string): string {
  const [, kind, bits] = /^pcm-([sf])(\d+)/.exec(codec) ?? []
  if (bits) return `${bits}-bit ${kind === 'f' ? 'float ' : ''}PCM`
  return codecNames.get(codec) ?? codec
}

/**
 * The facts of a file's sound, from its bytes, and for samples without a header from its media type. Undefined without sound and for
 * files that cannot be read. Never rejects. The length is that of all that can be decoded; for most formats the whole file is read.
 */
export async function readSoundFacts(file: Blob, type = file.type): Promise<SoundFacts | undefined> {
  try {
    const named = await readSampleFile(file)
    const raw = named ? undefined : await readHeaderless(file, type)
    if (!named && !raw) return await factsOf(file)
    const facts = await factsOf(await playableOf(file, type))
    if (!facts) return undefined
    const { isWhole: _, ...plain } = facts
    const isWhole = named ? named.isWhole : facts.isWhole
    return {
      ...{ ...plain, container: named?.container ?? 'Raw PCM' },
      ...(plain.seconds && { bitRate: Math.round((file.size * 8) / plain.seconds) }),
      ...(isWhole !== undefined && { isWhole }),
      ...(raw?.assumed && { assumed: raw.assumed }),
    }
  } catch {
    return undefined
  }
}

async function factsOf(file: Blob): Promise<SoundFacts | undefined> {
  const sections = await sectionsOf(file)
  const all = await Promise.all(sections.map((section) => factsOfSection(section).catch(() => undefined)))
  const [first, ...more] = all.filter((facts) => facts !== undefined)
  if (!first || first !== all[0]) return undefined
  const seconds = [first, ...more].reduce((sum, one) => sum + (one.seconds ?? 0), 0)
  const isWhole = [first, ...more].at(-1)?.isWhole
  const { isWhole: _, ...own } = first
  return {
    ...own,
    ...(seconds > 0 && { seconds }),
    ...(seconds > 0 && !first.isVideo && { bitRate: Math.round((file.size * 8) / seconds) }),
    ...(isWhole !== undefined && { isWhole }),
  }
}

async function factsOfSection(section: SoundSection): Promise<SoundFacts | undefined> {
  const { file, wav, adpcm, counted, unread } = section
  if (unread) return { ...unread, isVideo: false }
  if (adpcm) {
    const { name: codec, rate, channels, isWhole } = adpcm
    const facts = { container: 'WAV', codec, rate, channels, isVideo: false, seconds: adpcmFrames(adpcm) / rate }
    return isWhole === undefined ? facts : { ...facts, isWhole }
  }
  if (wav) {
    const { coding, bits, rate, channels, bytes, isWhole } = wav
    const kind = coding === 'float' ? 'pcm-f' : bits === 8 ? 'pcm-u' : 'pcm-s'
    const codec = codecName(coding === 'int' || coding === 'float' ? `${kind}${bits}` : coding)
    const seconds = bytes / ((bits / 8) * channels * rate)
    return {
      container: 'WAV',
      codec,
      seconds,
      rate,
      channels,
      isVideo: false,
      ...(isWhole !== undefined && { isWhole }),
    }
  }
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
    const seconds = counted ? counted.samples / counted.rate : await lengthOf(track)
    const isWhole = section.isWhole ?? (counted ? counted.isWhole : await isWholeSound(file))
    const own = format.name === 'MP3' ? counted?.codec : containers.get(format.name)
    return {
      container: section.container ?? own ?? format.name,
      codec: counted?.codec ?? (codec === null ? 'unknown codec' : codecName(codec)),
      rate,
      channels,
      isVideo,
      ...(seconds !== undefined && { seconds }),
      ...(isWhole !== undefined && { isWhole }),
    }
  } finally {
    input.dispose()
  }
}

/** Of a truncated file the length that it announces, since what can be played of it is only known once it is decoded. */
async function lengthOf(track: InputAudioTrack): Promise<number | undefined> {
  const seconds =
    (await track.getDurationFromMetadata().catch(() => null)) ?? (await track.computeDuration().catch(() => 0))
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined
}

async function isWholeSound(file: Blob): Promise<boolean | undefined> {
  const type = sniffType(new Uint8Array(await file.slice(0, sniffLength).arrayBuffer()))
  if (type === 'audio/ogg') return isWholeOgg(file)
  return type === 'video/webm' ? isWholeWebm(file) : isWholeMovie(file, type ?? '')
}
