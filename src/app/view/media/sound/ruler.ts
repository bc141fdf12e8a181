import { playTime } from '../../../ui/play-time.ts'

/** The steps between the marks of a time axis, in seconds. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]

/** A mark of a time axis. */
export interface Mark {
  readonly at: number
  /** `1:05`, and fractions where marks are closer than a second. */
  readonly words: string
}

/** The marks of a time axis between two seconds, at least `apart` seconds from each other. */
export function marksBetween(from: number, to: number, apart: number): readonly Mark[] {
  const step = steps.find((one) => one >= apart) ?? 3600
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, n) => {
    const at = (first + n) * step
    return { at, words: markWords(at, digits) }
  })
}

function markWords(at: number, digits: number): string {
  const [whole, ...fraction] = at.toFixed(digits).split('.')
  return [playTime(Number(whole)), ...fraction].join('.')
}
