import type { WavFormat } from './wav.ts'

/** Samples behind the header of a format that browsers do not play. */
interface SampleFile extends WavFormat {
  readonly container: 'Sun AU' | 'AIFF' | 'CAF'
  /** The first byte of the samples. */
  readonly start: number
  /** Bytes of samples that are there. */
  readonly bytes: number
  /** Whether all bytes that the header announces are there; undefined where it announces none. */
  readonly isWhole: boolean | undefined
  /** Big-endian. */
  readonly isSwapped: boolean
  /** 8-bit integers with a sign, which those of WAV have not. */
  readonly isSigned: boolean
}

type Samples = Pick<SampleFile, 'container' | 'rate' | 'channels' | 'start' | 'isSwapped'> & {
  readonly code: string
  readonly bits: number
  /** As announced; 0 where it is left open. */
  readonly length: number
}

/** Bytes in which the headers are: chunks with pictures or text may come before the samples. */
const longestHead = 2 ** 18

/**
 * Reads the header of a Sun `.au`, an AIFF or AIFF-C, or a CAF with uncompressed samples. Undefined for other files, for other codings and for
 * headers that contradict themselves. Rejects where the Blob cannot be read.
 */
export async function readSampleFile(file: Blob): Promise<SampleFile | undefined> {
  const view = new DataView(await file.slice(0, longestHead).arrayBuffer())
  try {
    const found = sunHead(view) ?? aiffHead(view) ?? cafHead(view)
    return found && sampleFile(found, file.size)
  } catch {
    // A RangeError of the view: the header is cut.
    return undefined
  }
}

function sampleFile({ code, bits, length, ...head }: Samples, size: number): SampleFile | undefined {
  const coding = codings.find(([codes]) => codes.test(code))?.[1]
  const { rate, channels, start } = head
  const isSound = [8, 16, 24, 32, 64].includes(bits) && channels > 0 && channels <= 32 && rate > 0 && start <= size
  if (!coding || !isSound) return undefined
  const most = size - start
  const there = length === 0 ? most : Math.min(length, most)
  return {
    ...{ ...head, coding, bits },
    bytes: there - (there % ((bits / 8) * channels)),
    isWhole: length === 0 ? undefined : length <= most,
    isSigned: coding === 'int' && bits === 8 && code !== 'raw ',
  }
}

const codings: readonly (readonly [codes: RegExp, coding: WavFormat['coding']])[] = [
  [/^(?:int|NONE|twos|sowt|in24|in32|raw )$/, 'int'],
  [/^(?:float|fl32|FL32|fl64|FL64)$/, 'float'],
  [/^(?:ulaw|ULAW)$/, 'ulaw'],
  [/^(?:alaw|ALAW)$/, 'alaw'],
]

const wordAt = (view: DataView, at: number) => String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)))

const sunCodes: readonly (readonly [code: string, bits: number] | undefined)[] = [
  ...[undefined, ['ulaw', 8], ['int', 8], ['int', 16], ['int', 24], ['int', 32], ['float', 32], ['float', 64]],
] as const

function sunHead(view: DataView): Samples | undefined {
  if (wordAt(view, 0) !== '.snd') return undefined
  const [start, length, number, rate, channels] = [4, 8, 12, 16, 20].map((at) => view.getUint32(at))
  const [code = '', bits = 0] = number === 27 ? ['alaw', 8] : (sunCodes[number ?? 0] ?? [])
  const open = length === 0xffff_ffff ? 0 : (length ?? 0)
  return {
    container: 'Sun AU',
    code,
    bits,
    rate: rate ?? 0,
    channels: channels ?? 0,
    start: start ?? 0,
    length: open,
    isSwapped: true,
  }
}

function aiffHead(view: DataView): Samples | undefined {
  if (wordAt(view, 0) !== 'FORM' || !/^AIF[FC]$/.test(wordAt(view, 8))) return undefined
  let format: Omit<Samples, 'start' | 'length' | 'container'> | undefined
  for (let at = 12; ; ) {
    const [id, length] = [wordAt(view, at), view.getUint32(at + 4)]
    if (id === 'COMM') {
      const code = wordAt(view, 8) === 'AIFC' ? wordAt(view, at + 26) : 'NONE'
      const bits = /^[uaUA](?:law|LAW)$/.test(code) ? 8 : Math.ceil(view.getUint16(at + 14) / 8) * 8
      // The rate is a float of 80 bits; no rate has a fraction that matters.
      const rate = view.getUint32(at + 18) / 2 ** (16_383 + 31 - (view.getUint16(at + 16) & 0x7fff))
      format = { code, bits, rate: Math.round(rate), channels: view.getUint16(at + 8), isSwapped: code !== 'sowt' }
    }
    if (id === 'SSND')
      return format && { container: 'AIFF', ...format, start: at + 16 + view.getUint32(at + 8), length: length - 8 }
    at += 8 + length + (length % 2)
  }
}

function cafHead(view: DataView): Samples | undefined {
  if (wordAt(view, 0) !== 'caff') return undefined
  let format: Omit<Samples, 'start' | 'length' | 'container'> | undefined
  for (let at = 8; ; ) {
    const [id, length] = [wordAt(view, at), Number(view.getBigInt64(at + 4))]
    if (id === 'desc') {
      const flags = view.getUint32(at + 24)
      const own = wordAt(view, at + 20)
      const code = own === 'lpcm' ? (flags & 1 ? 'float' : 'int') : own
      const [channels, bits] = [view.getUint32(at + 36), view.getUint32(at + 40)]
      format = { code, bits, rate: view.getFloat64(at + 12), channels, isSwapped: (flags & 2) === 0 }
    }
    // The samples come after a count of edits; -1 is a length that was not known yet.
    if (id === 'data')
      return format && { container: 'CAF', ...format, start: at + 16, length: length < 0 ? 0 : length - 4 }
    if (length < 0) return undefined
    at += 12 + length
  }
}
