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
