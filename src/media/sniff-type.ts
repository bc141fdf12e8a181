type Test = (bytes: Uint8Array) => boolean

const latin = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

const starts =
  (...head: readonly number[]): Test =>
  (bytes) =>
    head.every((byte, at) => bytes[at] === byte)

const says =
  (text: string, at = 0): Test =>
  (bytes) =>
    latin(bytes, at, text.length) === text

const riff =
  (form: string, chunk = /^RIFF/): Test =>
  (bytes) =>
    chunk.test(latin(bytes, 0, 4)) && says(form, 8)(bytes)

const brand =
  (pattern: RegExp): Test =>
  (bytes) =>
    says('ftyp', 4)(bytes) && pattern.test(latin(bytes, 8, 4))

/**
 * An MPEG audio frame header: eleven sync bits, then version, layer, bit rate and sampling rate with valid values. FF FE also fits
 * but is the byte order mark of UTF-16.
 */
const mpegFrame: Test = ([first = 0, second = 0, third = 0]) =>
  first === 0xff &&
  second !== 0xfe &&
  (second & 0xe0) === 0xe0 &&
  (second & 0x18) !== 0x08 &&
  (second & 0x06) !== 0 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0x0c) !== 0x0c

const types: readonly (readonly [type: string, test: Test])[] = [
  ['image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', starts(0xff, 0xd8, 0xff)],
  ['image/gif', (bytes) => says('GIF87a')(bytes) || says('GIF89a')(bytes)],
  ['image/webp', riff('WEBP')],
  ['image/avif', brand(/^avi[fs]$/)],
  // RF64 and BW64 have more than 4 GB, or were begun so.
  ['audio/wav', riff('WAVE', /^(?:RIFF|RF64|BW64)/)],
  ['audio/mpeg', says('ID3')],
  ['audio/ogg', says('OggS')],
  ['audio/flac', says('fLaC')],
  ['audio/basic', says('.snd')],
  ['audio/aiff', (bytes) => says('FORM')(bytes) && (says('AIFF', 8)(bytes) || says('AIFC', 8)(bytes))],
  ['audio/x-caf', says('caff')],
  ['audio/amr', says('#!AMR')],
  ['audio/mp4', brand(/^M4[AB] $/)],
  ['video/quicktime', brand(/^qt {2}$/)],
  ['image/heic', brand(/^(?:hei[cs]|mif1)$/)],
  ['video/mp4', says('ftyp', 4)],
  ['video/webm', starts(0x1a, 0x45, 0xdf, 0xa3)],
  ['application/pdf', says('%PDF-')],
  // LOAS: eleven bits of sync, and behind the length a first frame with one program and one layer.
  ['audio/x-loas', ([a, b = 0, , d, e]) => a === 0x56 && (b & 0xe0) === 0xe0 && d === 0x20 && e === 0],
  // ADTS: as the sync of MPEG audio, with layer 0.
  ['audio/aac', ([first = 0, second = 0]) => first === 0xff && (second & 0xf6) === 0xf0],
  ['audio/mpeg', mpegFrame],
]

/** How many bytes of a file's beginning `sniffType` needs. */
export const sniffLength = 16

/** The media type by a file's magic bytes; undefined for formats without any: text, SVG, raw PCM. */
export function sniffType(bytes: Uint8Array): string | undefined {
  return types.find(([, test]) => test(bytes))?.[0]
}
