/** The level below which a sound is silence: nothing is matched to it, in dBFS. */
const silence = -70

/** Decibels below the loudest from which on a sound is not matched to: the others would not be heard any more. */
const farthest = 20

/** Whether a sound is silent, or far quieter than the loudest of `levels`. Levels are in dBFS. */
export const isTooQuiet = (level: number, levels: readonly number[]): boolean =>
  level <= silence || level < Math.max(...levels) - farthest

/**
 * By how many decibels each sound is attenuated, so that all are as loud as the quietest: 0 or below, since a sound that is made louder could
 * clip. Levels are in dBFS. Sounds that are too quiet do not count. Undefined until all levels are known.
 */
export function matchingGains(
  levels: readonly (number | undefined)[],
): ((level: number | undefined) => number) | undefined {
  const known = levels.filter((level) => level !== undefined)
  if (known.length < levels.length) return undefined
  const quietest = Math.min(...known.filter((level) => !isTooQuiet(level, known)))
  return (level) => (level !== undefined && !isTooQuiet(level, known) ? quietest - level : 0)
}

/** `−3.2 dB`. */
export const decibelWords = (decibels: number): string =>
  `${decibels < 0 ? '−' : ''}${Math.abs(decibels).toFixed(1)} dB`
