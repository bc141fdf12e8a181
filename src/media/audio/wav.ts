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

/** Chunks that are looked at before the samples. */
const mostChunks = 200

/**
 * Finds the samples of a WAV file by the headers of its chunks. Undefined for other files, for codings that WAV only wraps (MP3, ADPCM)
 * and for headers that contradict themselves. Rejects where the Blob cannot be read.
 */
export async function readWav(file: Blob): Promise<WavFile | undefined> {
  const head = new DataView(await file.slice(0, 12).arrayBuffer())
  if (head.byteLength < 12 || head.getUint32(0) !== 0x52494646 || head.getUint32(8) !== 0x57415645) return undefined
  let format: WavFormat | undefined
  let at = 12
  for (let n = 0; n < mostChunks && at + 8 <= file.size; n += 1) {
    const chunk = new DataView(await file.slice(at, at + 48).arrayBuffer())
    const [id, length] = [chunk.getUint32(0), chunk.getUint32(4, true)]
    const start = at + 8
    if (id === 0x666d7420) format = readFormat(chunk, length)
    if (id === 0x64617461) {
      if (!format) return undefined
      const isOpen = length === 0xffff_ffff || (length === 0 && file.size > start)
      const there = Math.min(isOpen ? Infinity : length, file.size - start)
      const frame = (format.bits / 8) * format.channels
      const isWhole = isOpen ? undefined : start + length <= file.size
      return { ...format, start, bytes: there - (there % frame), isWhole }
    }
    // Chunks are padded to an even length.
    at = start + length + (length % 2)
  }
  return undefined
}

function readFormat(chunk: DataView, length: number): WavFormat | undefined {
  if (length < 16 || chunk.byteLength < 24) return undefined
  const code = chunk.getUint16(8, true)
  // The extensible format names the coding in the first two bytes of a GUID.
  const own = code === 0xfffe && chunk.byteLength >= 34 ? chunk.getUint16(32, true) : code
  const [coding] = codings.find(([, value]) => value === own) ?? []
  const [channels, rate, bits] = [chunk.getUint16(10, true), chunk.getUint32(12, true), chunk.getUint16(22, true)]
  if (!isCoding(coding) || channels === 0 || rate === 0 || ![8, 16, 24, 32, 64].includes(bits)) return undefined
  return { coding, bits, rate, channels }
}

const isCoding = (word: string | undefined): word is WavFormat['coding'] =>
  word !== undefined && Object.hasOwn(codes, word)
