export interface Level {
  /** The highest sample of the last part, and of the last one and a half seconds, in dB below full scale; −60 at least. */
  readonly peak: number
  readonly held: number
  /** Some sample reached full scale. Stays. */
  readonly clipped: boolean
  /** The held peak in a word. Changes at most once a second, so that it can be read out. */
  readonly word: 'No sound' | 'Quiet' | 'Good level' | 'Loud' | 'Clipping'
}

export const silence: Level = { peak: -60, held: -60, clipped: false, word: 'No sound' }

/** Ms for which a peak is held, and between two words. */
const holds = 1500
const wordsEvery = 1000

/** Follows the level of a sound from parts of its samples (−1 to 1). */
export function followLevel(): (samples: Float32Array, now: number) => Level {
  let heldAt = Number.NEGATIVE_INFINITY
  let saidAt = Number.NEGATIVE_INFINITY
  let last = silence
  return (samples, now) => {
    const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const peak = Math.max(-60, 20 * Math.log10(highest))
    const isHigher = peak >= last.held || now - heldAt > holds
    if (isHigher) heldAt = now
    const held = isHigher ? peak : last.held
    const clips = highest >= 0.999
    const says = now - saidAt >= wordsEvery || clips
    if (says) saidAt = now
    last = { peak, held, clipped: last.clipped || clips, word: says ? wordFor(held, clips) : last.word }
    return last
  }
}

function wordFor(held: number, clips: boolean): Level['word'] {
  if (clips) return 'Clipping'
  if (held > -3) return 'Loud'
  if (held > -30) return 'Good level'
  return held > -55 ? 'Quiet' : 'No sound'
}
