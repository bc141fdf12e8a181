import { type AudioCodec, CustomAudioDecoder, type EncodedPacket, registerDecoder } from 'mediabunny'
import { audioSample } from './audio-sample.ts'

class Bits {
  #at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('The frame ends early.')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  signed(count: number): number {
    const value = this.read(count)
    return count > 0 && value >= 2 ** (count - 1) ? value - 2 ** count : value
  }

  unary(): number {
    let count = 0
    while (this.read(1) === 0) count += 1
    return count
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7
  }
}

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768]
const bitDepths = [0, 8, 12, 0, 16, 20, 24, 32]
const fixed = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

interface FrameHeader {
  readonly length: number
  readonly bits: number
  /** 0 to 7 are independent channels less one; 8 to 10 say which channel is a difference. */
  readonly assignment: number
}

/** Reads a frame's header, whose checksum is skipped. `usualBits` is the depth of the stream. */
function headerOf(bits: Bits, usualBits: number): FrameHeader {
  bits.read(16)
  const [size, rate, assignment] = [bits.read(4), bits.read(4), bits.read(4)]
  const depth = bits.read(3)
  bits.read(1)
  // The frame's number, coded like a character of UTF-8.
  let first = bits.read(8)
  while (first & 0x80 && first & 0x40) {
    bits.read(8)
    first = (first << 1) & 0xff
  }
  const length = size === 6 ? bits.read(8) + 1 : size === 7 ? bits.read(16) + 1 : (blockSizes[size] ?? 0)
  if (rate === 12) bits.read(8)
  else if (rate === 13 || rate === 14) bits.read(16)
  bits.read(8)
  return { length, bits: bitDepths[depth] || usualBits, assignment }
}

function readResidual(bits: Bits, samples: Float64Array, order: number): void {
  const isWide = bits.read(2) === 1
  const partitions = 2 ** bits.read(4)
  const length = samples.length / partitions
  let at = order
  for (let partition = 0; partition < partitions; partition += 1) {
    const parameter = bits.read(isWide ? 5 : 4)
    const isEscaped = parameter === (isWide ? 31 : 15)
    const raw = isEscaped ? bits.read(5) : 0
    for (const end = (partition + 1) * length; at < end; at += 1) {
      if (isEscaped) {
        samples[at] = bits.signed(raw)
        continue
      }
      const value = bits.unary() * 2 ** parameter + bits.read(parameter)
      samples[at] = value % 2 === 0 ? value / 2 : -(value + 1) / 2
    }
  }
}

function predict(samples: Float64Array, coefficients: readonly number[], shift: number): void {
  for (let at = coefficients.length; at < samples.length; at += 1) {
    let sum = 0
    for (const [back, coefficient] of coefficients.entries()) sum += coefficient * (samples[at - 1 - back] ?? 0)
    samples[at] = (samples[at] ?? 0) + Math.floor(sum / 2 ** shift)
  }
}

function readSubframe(bits: Bits, length: number, depth: number): Float64Array {
  bits.read(1)
  const type = bits.read(6)
  const wasted = bits.read(1) === 1 ? bits.unary() + 1 : 0
  const width = depth - wasted
  const samples = new Float64Array(length)
  if (type === 0) samples.fill(bits.signed(width))
  else if (type === 1) for (let at = 0; at < length; at += 1) samples[at] = bits.signed(width)
  else {
    const isLinear = type >= 32
    const order = isLinear ? type - 31 : type - 8
    if (order < 0 || (!isLinear && order > 4)) throw new RangeError('Unknown subframe.')
    for (let at = 0; at < order; at += 1) samples[at] = bits.signed(width)
    const precision = isLinear ? bits.read(4) + 1 : 0
    const shift = isLinear ? bits.signed(5) : 0
    const coefficients = isLinear ? Array.from({ length: order }, () => bits.signed(precision)) : (fixed[order] ?? [])
    readResidual(bits, samples, order)
    predict(samples, coefficients, shift)
  }
  if (wasted > 0) for (let at = 0; at < length; at += 1) samples[at] = (samples[at] ?? 0) * 2 ** wasted
  return samples
}

function decorrelate([first, second]: readonly Float64Array[], assignment: number): void {
  if (!first || !second || assignment < 8) return
  for (let at = 0; at < first.length; at += 1) {
    const [a, b] = [first[at] ?? 0, second[at] ?? 0]
    if (assignment === 8) second[at] = a - b
    else if (assignment === 9) first[at] = a + b
    else {
      const middle = a * 2 + Math.abs(b % 2)
      first[at] = (middle + b) / 2
      second[at] = (middle - b) / 2
    }
  }
}

/** Decodes one frame to samples from -1 to 1. Throws where it is damaged. */
export function decodeFlacFrame(bytes: Uint8Array, usualBits: number): Float32Array[] {
  const bits = new Bits(bytes)
  const { length, bits: depth, assignment } = headerOf(bits, usualBits)
  const count = assignment < 8 ? assignment + 1 : 2
  const channels = Array.from({ length: count }, (_, channel) => {
    const isDifference =
      (assignment === 9 && channel === 0) || ((assignment === 8 || assignment === 10) && channel === 1)
    return readSubframe(bits, length, depth + (isDifference ? 1 : 0))
  })
  decorrelate(channels, assignment)
  return channels.map((samples) => Float32Array.from(samples, (value) => value / 2 ** (depth - 1)))
}

/** The bits of a sample in a stream's description: `fLaC`, a block header, and STREAMINFO. */
function depthOf(description: AudioDecoderConfig['description']): number {
  if (description === undefined) return 16
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  return ((((bytes[20] ?? 0) & 1) << 4) | ((bytes[21] ?? 0) >> 4)) + 1
}

class FlacDecoder extends CustomAudioDecoder {
  static override supports(codec: AudioCodec): boolean {
    return codec === 'flac'
  }

  init(): void {}

  decode({ data: bytes, timestamp }: EncodedPacket): void {
    const channels = decodeFlacFrame(bytes, depthOf(this.config.description))
    this.onSample(audioSample(channels, this.config.sampleRate, timestamp))
  }

  flush(): void {}

  close(): void {}
}

export const registerFlac = (): void => registerDecoder(FlacDecoder)
