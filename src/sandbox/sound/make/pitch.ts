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
