/** Input samples on either side of an output sample that count, at a cutoff of 1. */
const reach = 16
/** Places between two input samples for which weights are computed. */
const phases = 256

/** Converts one channel that comes in parts to another sample rate, by a windowed sinc. Its delay is compensated. */
export class RateConverter {
  /** Input samples from one output sample to the next. */
  readonly #step: number
  readonly #half: number
  /** A row of weights for each phase. */
  readonly #weights: readonly Float32Array[]
  #held: Float32Array
  /** The place of the next output sample in what is held. */
  #at: number

  constructor(from: number, to: number) {
    this.#step = from / to
    // Below the lower of both Nyquist frequencies.
    const cut = Math.min(1, to / from) * 0.97
    const half = Math.ceil(reach / cut)
    this.#half = half
    this.#weights = Array.from({ length: phases }, (_, phase) => {
      const weights = Float32Array.from({ length: 2 * half }, (_, n) => sinc(n - half + 1 - phase / phases, cut, half))
      const sum = weights.reduce((all, weight) => all + weight, 0)
      return weights.map((weight) => weight / sum)
    })
    this.#held = new Float32Array(half)
    this.#at = half
  }

  /** The output that these samples complete. */
  convert(values: Float32Array): Float32Array {
    const held = new Float32Array(this.#held.length + values.length)
    held.set(this.#held)
    held.set(values, this.#held.length)
    const half = this.#half
    const last = held.length - half - 1
    const out = new Float32Array(Math.max(0, Math.floor((last - this.#at) / this.#step) + 1))
    for (let n = 0; n < out.length; n += 1) {
      const place = this.#at + n * this.#step
      const whole = Math.floor(place)
      const weights = this.#weights[Math.floor((place - whole) * phases)]
      let sum = 0
      for (let k = 0; k < 2 * half; k += 1) sum += (held[whole - half + 1 + k] ?? 0) * (weights?.[k] ?? 0)
      out[n] = sum
    }
    const next = this.#at + out.length * this.#step
    const used = Math.min(held.length, Math.max(0, Math.floor(next) - half))
    this.#held = held.subarray(used)
    this.#at = next - used
    return out
  }

  /** The rest, as if silence followed. */
  end(): Float32Array {
    return this.convert(new Float32Array(this.#half))
  }
}

/** A sinc of a cutoff relative to the input's Nyquist frequency, under a Hann window. */
function sinc(x: number, cut: number, half: number): number {
  if (Math.abs(x) >= half) return 0
  const angle = Math.PI * x * cut
  const value = x === 0 ? 1 : Math.sin(angle) / angle
  return value * (0.5 + 0.5 * Math.cos((Math.PI * x) / half))
}
