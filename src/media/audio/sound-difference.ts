import { decodeSound, type SoundPart } from './decode-sound.ts'
import { joinedSamples, RateConverter } from './rate-converter.ts'
import { wavHeader } from './wav.ts'

/** What is left of a sound after another one is taken away from it. */
interface SoundDifference {
  /** Mono, 16 bits, as long as the first sound. */
  readonly wav: Blob
  /** By how many seconds the second sound is later than the first; codecs add silence at the beginning. */
  readonly lag: number
}

/** Seconds from the beginning that are compared to find the lag, and the most that it may be. */
const compared = 10
const mostLag = 0.1
/** Frames that are decoded and written at once. */
const step = 2 ** 18

/**
 * Subtracts two sounds, mixed to mono, at the rate of the second and aligned to the sample. Decodes both side by side, so that neither is in
 * memory as a whole. Rejects with `NotDecoded`.
 */
export async function soundDifference(original: Blob, result: Blob): Promise<SoundDifference> {
  const [a, b] = [new MonoReader(original), new MonoReader(result)]
  const start = await b.read(1)
  const { rate } = b
  a.convertTo(rate)
  const first = await a.read(rate * compared)
  const second = joinedSamples([start, await b.read(rate * compared)])
  const lag = lagOf(first, second, Math.round(rate * mostLag))
  a.back(first)
  b.back(lag < 0 ? joinedSamples([new Float32Array(-lag), second]) : second.subarray(lag))
  const parts: Int16Array<ArrayBuffer>[] = []
  let frames = 0
  for (let values = await a.read(step); values.length > 0; values = await a.read(step)) {
    const others = await b.read(values.length)
    parts.push(Int16Array.from(values, (value, at) => sample(value - (others[at] ?? 0))))
    frames += values.length
  }
  const header = wavHeader({ coding: 'int', bits: 16, rate, channels: 1 }, frames * 2)
  return { wav: new Blob([header, ...parts], { type: 'audio/wav' }), lag: lag / rate }
}

const none = new Float32Array(0)

const sample = (value: number) => Math.max(-1, Math.min(1, value)) * 32_767

/** Decodes a sound as far as it is read, mixed to mono. */
class MonoReader {
  /** 0 before the first read. */
  rate = 0
  readonly #parts: AsyncIterator<SoundPart>
  #held: Float32Array = none
  #to = 0
  #converter: RateConverter | undefined

  constructor(file: Blob) {
    this.#parts = decodeSound(file)[Symbol.asyncIterator]()
  }

  /** Everything is read at this rate; called before the first read. */
  convertTo(rate: number): void {
    this.#to = rate
  }

  /** The next frames; fewer only at the end. */
  async read(frames: number): Promise<Float32Array> {
    const parts = [this.#held]
    for (let length = this.#held.length; length < frames; length += parts.at(-1)?.length ?? 0) {
      const { done, value } = await this.#parts.next()
      if (done) {
        if (this.#converter) parts.push(this.#converter.end())
        this.#converter = undefined
        break
      }
      this.rate = value.rate
      if (this.#to > 0 && this.#to !== value.rate) this.#converter ??= new RateConverter(value.rate, this.#to)
      const mono = monoOf(value)
      parts.push(this.#converter?.convert(mono) ?? mono)
    }
    const all = joinedSamples(parts)
    this.#held = all.subarray(frames)
    return all.subarray(0, frames)
  }

  back(values: Float32Array): void {
    this.#held = joinedSamples([values, this.#held])
  }
}

function monoOf({ frames, lanes }: SoundPart): Float32Array {
  const mono = new Float32Array(frames)
  for (const { values, offset, stride } of lanes) {
    const scale = 1 / lanes.length / (values instanceof Int16Array ? 32_768 : 1)
    for (let n = 0; n < frames; n += 1) mono[n] = (mono[n] ?? 0) + (values[offset + n * stride] ?? 0) * scale
  }
  return mono
}

/**
 * By how many frames `b` is later than `a`, at most `most` in either direction: where the loudest part of `a` correlates best. 0 if nothing
 * correlates. @internal
 */
export function lagOf(a: Float32Array, b: Float32Array, most: number): number {
  const size = Math.min(24_000, Math.floor(a.length / 2))
  const from = loudest(a, size)
  let [best, lag] = [0, 0]
  for (let shift = -most; shift <= most; shift += 1) {
    const at = from + shift
    if (at < 0 || at + size > b.length) continue
    let sum = 0
    for (let n = 0; n < size; n += 1) sum += (a[from + n] ?? 0) * (b[at + n] ?? 0)
    // Of equal ones, such as of a steady tone, the nearest counts.
    if (sum > best * (1 + 1e-9) || (sum > best * (1 - 1e-6) && Math.abs(shift) < Math.abs(lag)))
      [best, lag] = [sum, shift]
  }
  return lag
}

function loudest(values: Float32Array, size: number): number {
  let [most, place] = [-1, 0]
  for (let from = 0; from + size <= values.length; from += Math.max(1, size >> 1)) {
    let energy = 0
    for (let n = from; n < from + size; n += 1) energy += (values[n] ?? 0) ** 2
    if (energy > most) [most, place] = [energy, from]
  }
  return place
}
