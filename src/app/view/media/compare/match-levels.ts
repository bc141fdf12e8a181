/** The level below which a sound is silence: nothing is matched to it, in dBFS. */
const silence = -70

/**
 * By how many decibels each sound is attenuated, so that all are as loud as the quietest: 0 or below, since a sound that is made louder could
 * clip. Levels are in dBFS. Silent sounds do not count. Undefined until all levels are known.
 */
export function matchingGains(
  levels: readonly (number | undefined)[],
): ((level: number | undefined) => number) | undefined {
  if (levels.includes(undefined)) return undefined
  const loud = levels.filter((level) => level !== undefined && level > silence)
  const quietest = Math.min(...loud.map(Number))
  return (level) => (level !== undefined && level > silence ? quietest - level : 0)
}

/** `−3.2 dB`. */
export const decibelWords = (decibels: number): string =>
  `${decibels < 0 ? '−' : ''}${Math.abs(decibels).toFixed(1)} dB`
