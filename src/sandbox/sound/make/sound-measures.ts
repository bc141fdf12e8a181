const frameSeconds = 0.05
/** Frames this far below the loudest are pauses, in decibels. */
const pause = 25
/** Removes what no ear hears: the constant part and everything slower, in hertz. */
const slowest = 25

/** The root mean square of what is heard between the pauses, from 0 to 1. */
export function heardLevel(samples: Float32Array, rate: number): number {
  const frame = Math.max(1, Math.round(frameSeconds * rate))
  const energies: number[] = []
  for (let at = 0; at < samples.length; at += frame) {
    const part = samples.subarray(at, at + frame)
    energies.push(part.reduce((sum, value) => sum + value * value, 0) / part.length)
  }
  const least = Math.max(0, ...energies) / 10 ** (pause / 10)
  const heard = energies.filter((energy) => energy >= least)
  return Math.sqrt(heard.reduce((sum, energy) => sum + energy, 0) / Math.max(1, heard.length))
}

export const highestPeak = 0.95

export const peakOf = (samples: Float32Array): number =>
  samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

/** The same without its constant part, at the wanted level of `heardLevel`, or as close to it as its peaks allow. */
export function levelled(samples: Float32Array, rate: number, wanted: number): Float32Array {
  const keep = Math.exp((-2 * Math.PI * slowest) / rate)
  const made = new Float32Array(samples.length)
  let [before, output] = [0, 0]
  for (const [at, value] of samples.entries()) {
    output = value - before + keep * output
    before = value
    made[at] = output
  }
  const level = heardLevel(made, rate)
  if (level === 0) return made
  const gain = Math.min(wanted / level, highestPeak / peakOf(made))
  return made.map((value) => value * gain)
}

const [lowest, highest] = [60, 450]
const step = 3
/** A minute says enough of a voice. */
const mostSeconds = 60

/** The fundamental frequency of a voice: the median over frames of 40 ms in which the autocorrelation shows a clear period. 0 without any. */
export function pitchOf(samples: Float32Array, rate: number): number {
  const frame = Math.round(rate * 0.04)
  const end = Math.min(samples.length, mostSeconds * rate)
  const found: number[] = []
  const energy = (at: number) => {
    let sum = 0
    for (let index = at; index < at + frame; index += step) sum += (samples[index] ?? 0) ** 2
    return sum
  }
  for (let from = 0; from + frame * 2 < end; from += frame) {
    const own = energy(from)
    if ((own * step) / frame < 1e-4) continue
    let best = 0
    let lag = 0
    for (let shift = Math.floor(rate / highest); shift <= rate / lowest; shift += 1) {
      let sum = 0
      for (let at = 0; at < frame; at += step) sum += (samples[from + at] ?? 0) * (samples[from + at + shift] ?? 0)
      const likeness = sum / Math.sqrt(own * energy(from + shift) + 1e-9)
      if (likeness > best + 0.02) {
        best = likeness
        lag = shift
      }
    }
    if (best > 0.7) found.push(rate / lag)
  }
  return found.sort((a, b) => a - b)[found.length >> 1] ?? 0
}
