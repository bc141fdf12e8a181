const frameSeconds = 0.04
/** How far a frame may be moved to meet the phase of what is written. */
const seekSeconds = 0.012

/** The place around `wanted` from which `length` samples resemble those from `like` most, by their correlation. */
function bestPlace(samples: Float32Array, like: number, wanted: number, seek: number, length: number): number {
  let best = wanted
  let most = Number.NEGATIVE_INFINITY
  for (let place = Math.max(0, wanted - seek); place <= wanted + seek && place + length < samples.length; place += 2) {
    let sum = 0
    let energy = 1e-9
    for (let index = 0; index < length; index += 4) {
      const value = samples[place + index] ?? 0
      sum += value * (samples[like + index] ?? 0)
      energy += value * value
    }
    const score = sum / Math.sqrt(energy)
    if (score > most) {
      most = score
      best = place
    }
  }
  return best
}

/** The same sound, `factor` times as long, at the same pitch (WSOLA). The length is exact. */
export function stretched(samples: Float32Array, rate: number, factor: number): Float32Array {
  if (Math.abs(factor - 1) < 1e-3) return samples
  const frame = Math.round(frameSeconds * rate) & ~1
  const hop = frame / 2
  const seek = Math.round(seekSeconds * rate)
  const made = new Float32Array(Math.round(samples.length * factor))
  let place = 0
  for (let at = 0; at < made.length; at += hop) {
    const wanted = Math.round(at / factor)
    place = at === 0 ? 0 : bestPlace(samples, place + hop, wanted, seek, hop)
    for (let index = 0; index < frame && at + index < made.length; index += 1) {
      // The first half frame has no earlier one to fade over from.
      const window = at === 0 && index < hop ? 1 : 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / frame)
      made[at + index] = (made[at + index] ?? 0) + (samples[place + index] ?? 0) * window
    }
  }
  return made
}
