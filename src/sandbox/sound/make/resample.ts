/** Zero crossings of the filter on each side. */
const crossings = 16
/** Filter values between two zero crossings. */
const steps = 256

/** Half of a sinc under a Kaiser-like window, from its middle on. */
const filter = Float32Array.from({ length: crossings * steps + 2 }, (_, index) => {
  const x = index / steps
  if (x >= crossings) return 0
  const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
  return sinc * (0.42 + 0.5 * Math.cos((Math.PI * x) / crossings) + 0.08 * Math.cos((2 * Math.PI * x) / crossings))
})

/** The same sound at another sample rate: band-limited by a windowed sinc. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples
  const ratio = to / from
  const scale = Math.min(1, ratio) * 0.97
  const reach = Math.ceil(crossings / scale)
  const made = new Float32Array(Math.round(samples.length * ratio))
  for (let index = 0; index < made.length; index += 1) {
    const middle = index / ratio
    const first = Math.max(0, Math.ceil(middle - reach))
    const last = Math.min(samples.length - 1, Math.floor(middle + reach))
    let sum = 0
    for (let at = first; at <= last; at += 1) {
      const place = Math.abs(at - middle) * scale * steps
      sum += (samples[at] ?? 0) * (filter[Math.min(place | 0, filter.length - 1)] ?? 0)
    }
    made[index] = sum * scale
  }
  return made
}
