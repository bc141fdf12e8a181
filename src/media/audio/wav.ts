import { sniffType } from '../sniff-type.ts'
import { beginsWithFrames } from './mpeg-runs.ts'

/** How the samples of a WAV file are stored: interleaved, little-endian; 8-bit integers are unsigned. */
export interface WavFormat {
  readonly coding: 'int' | 'float' | 'ulaw' | 'alaw'
  readonly bits: number
  /** In hertz. */
  readonly rate: number
  readonly channels: number
}

const codes = { int: 1, float: 3, alaw: 6, ulaw: 7 } as const
const codings = Object.entries(codes)

/** Where the samples of a WAV file are. */
export interface WavFile extends WavFormat {
  /** The first byte of the samples. */
  readonly start: number
  /** Bytes of samples that are there. */
  readonly bytes: number
  /** Whether all bytes that the header announces are there; undefined for a header that was written before the length was known. */
  readonly isWhole: boolean | undefined
  /** Where another sound begins behind this one. */
  readonly next?: number
}

/** A WAV file of a coding that it only wraps. */
export interface WrappedWav {
  /** The format tag: 0x11 is IMA ADPCM. */
  readonly code: number
  readonly rate: number
  readonly channels: number
  /** Bytes that are decoded together. */
  readonly block: number
  /** What is wrapped, as far as it is there. */
  readonly content: Blob
  /** As in `WavFile`. */
  readonly isWhole: boolean | undefined
}

/** The header of a WAV file with so many bytes of samples, 44 bytes long. Above 4 GB the length is left open. */
export function wavHeader({ coding, bits, rate, channels }: WavFormat, bytes: number): ArrayBuffer {
  const header = new ArrayBuffer(44)
  const view = new DataView(header)
  const frame = (bits / 8) * channels
  const word = (at: number, text: string) => {
    for (const [n, letter] of [...text].entries()) view.setUint8(at + n, letter.charCodeAt(0))
  }
  word(0, 'RIFF')
  view.setUint32(4, Math.min(bytes + 36, 0xffff_ffff), true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, codes[coding], true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * frame, true)
  view.setUint16(32, frame, true)
  view.setUint16(34, bits, true)
  word(36, 'data')
  view.setUint32(40, Math.min(bytes, 0xffff_ffff), true)
  return header
}

/** Chunks that are looked at before the samples, and behind them. */
const mostChunks = 200

/** Longer samples are announced only by a header that was written before the length was known, unless half of them are there. */
const leastPlaceholder = 0x3fff_0000

/**
 * Finds the samples of a WAV file (also RF64 and BW64) by the headers of its chunks. Undefined for other files, for codings that WAV only
 * wraps (MP3, ADPCM) and for headers that contradict themselves. What lies behind the announced samples and is neither a chunk nor another
 * sound counts as samples, too. Rejects where the Blob cannot be read.
 */
export async function readWav(file: Blob): Promise<WavFile | undefined> {
  const head = await readHead(file)
  const format = head && readFormat(head.format, head.formatLength)
  return format && samplesIn(file, format, head.start, head.length)
}

/** The same for the other codings. */
export async function readWrappedWav(file: Blob): Promise<WrappedWav | undefined> {
  const head = await readHead(file)
  if (!head || head.formatLength < 16 || head.format.byteLength < 24) return undefined
  const { format, start, length } = head
  const code = codeOf(format)
  const [channels, rate, block] = [format.getUint16(10, true), format.getUint32(12, true), format.getUint16(20, true)]
  if (codings.some(([, own]) => own === code) || channels === 0 || rate === 0) return undefined
  const isOpen = length === 0 || length >= leastPlaceholder
  const content = file.slice(start, isOpen ? file.size : start + length)
  return { code, rate, channels, block, content, isWhole: isOpen ? undefined : start + length <= file.size }
}

interface WavHead {
  /** The chunk, with its name and length. */
  readonly format: DataView
  readonly formatLength: number
  /** The first byte of the samples. */
  readonly start: number
  /** As announced. */
  readonly length: number
}

async function readHead(file: Blob): Promise<WavHead | undefined> {
  const head = new DataView(await file.slice(0, 12).arrayBuffer())
  if (head.byteLength < 12 || !/^(?:RIFF|RF64|BW64)$/.test(wordAt(head, 0)) || wordAt(head, 8) !== 'WAVE')
    return undefined
  let format: Pick<WavHead, 'format' | 'formatLength'> | undefined
  let long = 0
  let at = 12
  for (let n = 0; n < mostChunks && at + 8 <= file.size; n += 1) {
    const chunk = new DataView(await file.slice(at, at + 48).arrayBuffer())
    const [id, length] = [wordAt(chunk, 0), chunk.getUint32(4, true)]
    if (id === 'ds64' && chunk.byteLength >= 24) long = Number(chunk.getBigUint64(16, true))
    if (id === 'fmt ') format = { format: chunk, formatLength: length }
    if (id === 'data')
      return format && { ...format, start: at + 8, length: length === 0xffff_ffff && long > 0 ? long : length }
    // Chunks are padded to an even length.
    at += 8 + length + (length % 2)
  }
  return undefined
}

async function samplesIn(file: Blob, format: WavFormat, start: number, length: number): Promise<WavFile> {
  const most = file.size - start
  const isOpen = length === 0 || (length >= leastPlaceholder && most < length / 2)
  const behind = isOpen || length >= most ? undefined : await behindSamples(file, start + length)
  const there = isOpen || behind === 'samples' ? most : Math.min(length, most)
  const frame = (format.bits / 8) * format.channels
  const isWhole = isOpen && most > 0 ? undefined : length <= most
  const next = typeof behind === 'number' && { next: behind }
  return { ...format, start, bytes: there - (there % frame), isWhole, ...next }
}

/** What follows the announced samples: chunks alone (undefined), the start of another sound, or more samples. */
async function behindSamples(file: Blob, end: number): Promise<number | 'samples' | undefined> {
  let at = end
  for (let n = 0; n < mostChunks; n += 1) {
    if (at % 2 === 1) at += 1
    if (at + 8 > file.size) return undefined
    const chunk = await file.slice(at, at + 16).arrayBuffer()
    const view = new DataView(chunk)
    const isSound = sniffType(new Uint8Array(chunk))?.startsWith('audio/')
    // The sync of MPEG audio is two bytes that samples have, too.
    if (isSound && (view.getUint8(0) !== 0xff || (await beginsWithFrames(file.slice(at))))) return at
    const length = view.getUint32(4, true)
    if (!/^[ -~]{4}$/.test(wordAt(view, 0)) || at + 8 + length > file.size) return n === 0 ? 'samples' : undefined
    at += 8 + length
  }
  return undefined
}

const wordAt = (view: DataView, at: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, Math.min(4, view.byteLength - at)))

function readFormat(chunk: DataView, length: number): WavFormat | undefined {
  if (length < 16 || chunk.byteLength < 24) return undefined
  const own = codeOf(chunk)
  const [coding] = codings.find(([, value]) => value === own) ?? []
  const [channels, rate, bits] = [chunk.getUint16(10, true), chunk.getUint32(12, true), chunk.getUint16(22, true)]
  if (!isCoding(coding) || channels === 0 || rate === 0 || ![8, 16, 24, 32, 64].includes(bits)) return undefined
  return { coding, bits, rate, channels }
}

/** The extensible format names the coding in the first two bytes of a GUID. */
function codeOf(chunk: DataView): number {
  const code = chunk.getUint16(8, true)
  return code === 0xfffe && chunk.byteLength >= 34 ? chunk.getUint16(32, true) : code
}

const isCoding = (word: string | undefined): word is WavFormat['coding'] =>
  word !== undefined && Object.hasOwn(codes, word)

/**
 * WAV files one after the other as one, without decoding. Undefined where one is no WAV file, or their formats (coding, rate, channels)
 * differ. Rejects where a Blob cannot be read.
 */
export async function joinWavs(files: readonly Blob[]): Promise<Blob | undefined> {
  const samples: Blob[] = []
  let header: { readonly format: Parameters<typeof wavHeader>[0]; bytes: number } | undefined
  for (const file of files) {
    const wav = await readWav(file)
    if (!wav) return undefined
    const { coding, bits, rate, channels, start, bytes } = wav
    header ??= { format: { coding, bits, rate, channels }, bytes: 0 }
    const { format } = header
    const isAlike =
      format.coding === coding && format.bits === bits && format.rate === rate && format.channels === channels
    if (!isAlike) return undefined
    header.bytes += bytes
    samples.push(file.slice(start, start + bytes))
  }
  return header && new Blob([wavHeader(header.format, header.bytes), ...samples], { type: 'audio/wav' })
}
