import { essenceOf } from '../media-type.ts'
import { sniffLength, sniffType } from '../sniff-type.ts'
import { readSampleFile } from './sample-file.ts'
import { type WavFormat, wavHeader } from './wav.ts'

/** Samples without a header, and what their media type left open. */
export interface Headerless extends WavFormat {
  /** Big-endian 16-bit samples: to be swapped for WAV. */
  readonly isSwapped: boolean
  /** What is not in the media type but assumed, in words: `24 kHz, mono`. Absent where all of it is stated. */
  readonly assumed?: string
}

const raw = /^audio\/(?:x-)?(?:pcm\w*|l(?:8|16|24|32)|[sf](?:16|24|32)[lb]e|linear\w*|basic|[mu]*law|alaw|g711\w*)$/

/** Whether a media type is that of samples without a header which can be read here. */
export const isHeaderless = (type: string): boolean => raw.test(essenceOf(type))

/** Bytes whose order is compared. */
const orderBytes = 65_536

/** The value of a parameter of a media type, as a whole number. */
function parameter(type: string, name: RegExp): number | undefined {
  for (const part of type.split(';').slice(1)) {
    const [key = '', value = ''] = part.split('=')
    const number = Number(value.trim().replaceAll('"', ''))
    if (name.test(key.trim()) && Number.isInteger(number) && number > 0) return number
  }
  return undefined
}

const inKilohertz = (rate: number) => `${rate / 1000} kHz`

/**
 * How samples without a header are stored, by the parameters of their media type; without them 16 bits, little-endian, 24,000 Hz, mono,
 * as providers of speech send them, and 8,000 Hz for the telephone codecs. `audio/L16` is big-endian by RFC 2586, but some providers
 * send little-endian: whichever order gives the smoother curve counts. Undefined for other types, and for files with a header of their own.
 */
export async function readHeaderless(file: Blob, type = file.type): Promise<Headerless | undefined> {
  if (!isHeaderless(type)) return undefined
  const essence = essenceOf(type)
  const head = await file.slice(0, orderBytes).arrayBuffer()
  const sniffed = sniffType(new Uint8Array(head).subarray(0, sniffLength))
  // The sync bits of MPEG audio are also two quiet samples.
  if (sniffed !== undefined && sniffed !== 'audio/mpeg' && sniffed !== 'audio/aac') return undefined
  const [rate, channels] = [parameter(type, /^rate$/i), parameter(type, /^channels$/i)]
  const law = /basic|pcmu|[mu]law|g711_?u/.test(essence) ? 'ulaw' : /pcma|alaw|g711/.test(essence) ? 'alaw' : undefined
  const isFloat = /f32|float/.test(essence)
  const bits =
    law || /[/x-]l8$/.test(essence)
      ? 8
      : /\D24(?!\d)/.test(essence)
        ? 24
        : /\D32(?!\d)/.test(essence) || isFloat
          ? 32
          : 16
  // By RFC 2586 and 3190; the names of FFmpeg say it themselves.
  const isBig = /\/(?:x-)?l\d|be$/.test(essence)
  const usual = law ? 8_000 : 24_000
  const open = [
    ...(rate || essence === 'audio/basic' ? [] : [inKilohertz(usual)]),
    ...(channels || rate ? [] : ['mono']),
  ]
  return {
    coding: law ?? (isFloat ? 'float' : 'int'),
    bits,
    rate: rate ?? usual,
    channels: Math.min(channels ?? 1, 32),
    isSwapped: bits > 16 ? isBig : isBig && roughness(head, false) < roughness(head, true),
    ...(open.length > 0 && { assumed: open.join(', ') }),
  }
}

function roughness(bytes: ArrayBuffer, littleEndian: boolean): number {
  const view = new DataView(bytes)
  let sum = 0
  for (let at = 2; at + 1 < bytes.byteLength; at += 2)
    sum += Math.abs(view.getInt16(at, littleEndian) - view.getInt16(at - 2, littleEndian))
  return sum
}

/**
 * The file as browsers play it: samples without a header, and those of AU, AIFF and CAF, get that of a WAV file; everything else is returned
 * as it is. The bytes are not copied, unless they are big-endian.
 */
export async function playableOf(file: Blob, type = file.type): Promise<Blob> {
  const samples = (await readSampleFile(file)) ?? (await readHeaderless(file, type))
  if (!samples) return file
  const [start, length, isSigned] =
    'start' in samples ? [samples.start, samples.bytes, samples.isSigned] : [0, file.size, false]
  const body = file.slice(start, start + length)
  const isCopied = (samples.isSwapped && samples.bits > 8) || isSigned
  const bytes = isCopied ? asInWav(new Uint8Array(await body.arrayBuffer()), samples.bits / 8) : body
  return new Blob([wavHeader(samples, length), bytes], { type: 'audio/wav' })
}

/** Changes the byte order of samples in place, or of samples of one byte the sign, and returns them. */
export function asInWav(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size === 1) return bytes.map((value) => value ^ 0x80)
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse()
  return bytes
}
