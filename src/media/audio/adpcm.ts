import type { WrappedWav } from './wav.ts'

export interface Adpcm {
  readonly name: string
  /** Samples for each channel in a block of so many bytes. */
  readonly framesIn: (bytes: number, channels: number) => number
  /** Fills in the interleaved samples of a block. */
  readonly decode: (block: DataView, channels: number, samples: Int16Array) => void
}

const limited = (value: number) => Math.max(-32_768, Math.min(32_767, value))

const imaSteps = [
  ...[7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107],
  ...[118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876],
  ...[963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358],
  ...[5894, 6484, 7132, 7845, 8630, 9493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385],
  ...[24_623, 27_086, 29_794, 32_767],
]
const imaMoves = [-1, -1, -1, -1, 2, 4, 6, 8]

const ima: Adpcm = {
  name: 'IMA ADPCM',
  framesIn: (bytes, channels) => (bytes < 4 * channels ? 0 : 1 + 8 * Math.floor(bytes / (4 * channels) - 1)),
  decode: (block, channels, samples) => {
    for (let channel = 0; channel < channels; channel += 1) {
      let value = block.getInt16(4 * channel, true)
      let index = Math.min(88, block.getUint8(4 * channel + 2))
      samples[channel] = value
      for (let n = 0; (n + 1) * channels < samples.length; n += 1) {
        const byte = block.getUint8(4 * (channels + (n >> 3) * channels + channel) + ((n & 7) >> 1))
        const code = n & 1 ? byte >> 4 : byte & 15
        const change = ((2 * (code & 7) + 1) * (imaSteps[index] ?? 0)) >> 3
        value = limited(value + (code & 8 ? -change : change))
        index = Math.max(0, Math.min(88, index + (imaMoves[code & 7] ?? 0)))
        samples[(n + 1) * channels + channel] = value
      }
    }
  },
}

const [msFirst, msSecond] = [
  [256, 512, 0, 192, 240, 460, 392],
  [0, -256, 0, 64, 0, -208, -232],
] as const
const msMoves = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]

const ms: Adpcm = {
  name: 'MS ADPCM',
  framesIn: (bytes, channels) => (bytes < 7 * channels ? 0 : 2 + Math.floor(((bytes - 7 * channels) * 2) / channels)),
  decode: (block, channels, samples) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const index = block.getUint8(channel)
      const [first, second] = [msFirst[index] ?? 256, msSecond[index] ?? 0]
      const numberAt = (place: number) => block.getInt16(channels * (1 + 2 * place) + 2 * channel, true)
      let [step, last, older] = [numberAt(0), numberAt(1), numberAt(2)]
      samples[channel] = older
      samples[channels + channel] = last
      for (let at = 2 * channels + channel; at < samples.length; at += channels) {
        const place = at - 2 * channels
        const byte = block.getUint8(7 * channels + (place >> 1))
        const code = place & 1 ? byte & 15 : byte >> 4
        const guess = Math.trunc((last * first + older * second) / 256)
        ;[older, last] = [last, limited(guess + (code < 8 ? code : code - 16) * step)]
        step = Math.max(16, ((msMoves[code] ?? 0) * step) >> 8)
        samples[at] = last
      }
    }
  },
}

/** The kinds of ADPCM that are decoded here, by the format tag of WAV. */
export const adpcms: ReadonlyMap<number, Adpcm> = new Map([
  [0x02, ms],
  [0x11, ima],
])

export function adpcmFrames({ framesIn, content: { size }, block, channels }: Adpcm & WrappedWav): number {
  return Math.floor(size / block) * framesIn(block, channels) + framesIn(size % block, channels)
}

export async function* adpcmSamples(file: Adpcm & WrappedWav): AsyncGenerator<Int16Array> {
  const { framesIn, decode, content, block, channels } = file
  const step = block * Math.ceil(2 ** 18 / block)
  for (let from = 0; from < content.size; from += step) {
    const bytes = await content.slice(from, from + step).arrayBuffer()
    const samples = new Int16Array(Math.ceil(bytes.byteLength / block) * framesIn(block, channels) * channels)
    let filled = 0
    for (let at = 0; at < bytes.byteLength; at += block) {
      const view = new DataView(bytes, at, Math.min(block, bytes.byteLength - at))
      const end = filled + framesIn(view.byteLength, channels) * channels
      decode(view, channels, samples.subarray(filled, end))
      filled = end
    }
    yield samples.subarray(0, filled)
  }
}
