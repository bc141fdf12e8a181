/** Zero crossings of the filter on each side. */
const crossings = 16
/** Filter values between two zero crossings. */
const steps = 256

/** Half of a sinc under a Blackman window, from its middle on. */
const filter = Float32Array.from({ length: crossings * steps + 2 }, (_, index) => {
  const x = index / steps
  if (x >= crossings) return 0
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
  return sinc * (0.42 + 0.5 * Math.cos((Math.PI * x) / crossings) + 0.08 * Math.cos((2 * Math.PI * x) / crossings))
})

/** How many samples on either side of a place count, and the filter's scale: below the lower of both Nyquist frequencies. */
function filterFor(ratio: number) {
  const scale = Math.min(1, ratio) * 0.97
  return { scale, reach: Math.ceil(crossings / scale) }
}

/** The samples at the new rate from one place to before another; the first of `samples` is the sound's `start`th. */
function converted(samples: Float32Array, start: number, ratio: number, [from, to]: readonly [number, number]) {
  const { scale, reach } = filterFor(ratio)
  const made = new Float32Array(Math.max(0, to - from))
  for (let index = 0; index < made.length; index += 1) {
    const middle = (from + index) / ratio
    const first = Math.max(start, Math.ceil(middle - reach))
    const last = Math.min(start + samples.length - 1, Math.floor(middle + reach))
    let sum = 0
    for (let at = first; at <= last; at += 1) {
      const place = Math.abs(at - middle) * scale * steps
      sum += (samples[at - start] ?? 0) * (filter[Math.min(place | 0, filter.length - 1)] ?? 0)
    }
    made[index] = sum * scale
  }
  return made
}

/** The same sound at another sample rate: band-limited by a windowed sinc. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const ratio = to / from
  return converted(samples, 0, ratio, [0, Math.round(samples.length * ratio)])
}

/** The samples of all parts in one array; of a single part that part itself. */
export function joinedSamples(parts: readonly Float32Array[]): Float32Array {
  const [only] = parts
  if (only && parts.length === 1) return only
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** `resampled` for one channel that comes in parts. */
export class RateConverter {
  readonly #ratio: number
  readonly #reach: number
  #held: Float32Array = new Float32Array()
  /** The place in the sound of the first sample that is held. */
  #start = 0
  /** How many samples are made. */
  #made = 0

  constructor(from: number, to: number) {
    this.#ratio = to / from
    this.#reach = filterFor(this.#ratio).reach
  }

  convert(values: Float32Array): Float32Array {
    this.#held = joinedSamples([this.#held, values])
    return this.#until(Math.floor((this.#start + this.#held.length - 1 - this.#reach) * this.#ratio))
  }

  end(): Float32Array {
    return this.#until(Math.round((this.#start + this.#held.length) * this.#ratio))
  }

  #until(end: number): Float32Array {
    const made = converted(this.#held, this.#start, this.#ratio, [this.#made, end])
    this.#made += made.length
    const used = Math.min(
      this.#held.length,
      Math.max(0, Math.ceil(this.#made / this.#ratio - this.#reach) - this.#start),
    )
    this.#held = this.#held.subarray(used)
    this.#start += used
    return made
  }
}
