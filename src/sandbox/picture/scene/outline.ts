import type { Random } from '../../seed.ts'
import { type Point, round } from './sketch.ts'

/** A straight line through points. */
const through = (points: readonly Point[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** A soft line through points (Catmull–Rom). */
export function softly(points: readonly Point[], isClosed = false): string {
  const count = points.length
  const at = (index: number): Point => {
    const wrapped = isClosed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))
    return points[wrapped] ?? { x: 0, y: 0 }
  }
  const start = at(0)
  let line = `M${round(start.x)} ${round(start.y)}`
  for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    line += `C${round(from.x + (to.x - before.x) / 6)} ${round(from.y + (to.y - before.y) / 6)} ${round(to.x - (after.x - from.x) / 6)} ${round(to.y - (after.y - from.y) / 6)} ${round(to.x)} ${round(to.y)}`
  }
  return isClosed ? `${line}Z` : line
}

/** Smooth noise along a line, from −1 to 1, with a period of about one. */
function noiseOf(random: Random): (x: number) => number {
  const lattice = Array.from({ length: 256 }, () => random.next() * 2 - 1)
  const at = (index: number) => lattice[((index % 256) + 256) % 256] ?? 0
  return (x) => {
    const whole = Math.floor(x)
    const part = x - whole
    const eased = part * part * part * (part * (part * 6 - 15) + 10)
    return at(whole) * (1 - eased) + at(whole + 1) * eased
  }
}

/** The line of a range of hills or mountains: `height(x)` from about −1 to 1. `sharpness` 0 rolls, 1 has peaks. */
export function rangeOf(
  random: Random,
  { octaves, sharpness }: { octaves: number; sharpness: number },
): (x: number) => number {
  const layers = Array.from({ length: octaves }, () => noiseOf(random))
  const start = random.next() * 100
  return (x) => {
    let sum = 0
    let amplitude = 0.62
    let frequency = 1
    for (const noise of layers) {
      const smooth = noise(start + x * frequency)
      const peaked = 1 - 2 * Math.abs(smooth)
      sum += amplitude * (smooth * (1 - sharpness) + peaked * sharpness)
      amplitude *= 0.46
      frequency *= 2.07
    }
    return sum
  }
}

/** The points of `height(x)` from the left edge to the right one. */
export function along(width: number, step: number, height: (x: number) => number): Point[] {
  const count = Math.ceil(width / step) + 1
  return Array.from({ length: count + 2 }, (_, index) => ({ x: (index - 1) * step, y: height((index - 1) * step) }))
}

/** The area below a line, down to `bottom`. */
export function below(points: readonly Point[], bottom: number, isSoft = false): string {
  const [first, last] = [points[0], points[points.length - 1]]
  const line = isSoft ? softly(points) : through(points)
  return `${line}L${round(last?.x ?? 0)} ${round(bottom)}L${round(first?.x ?? 0)} ${round(bottom)}Z`
}

/** A round shape that is not quite a circle. */
export function blob(random: Random, centre: Point, radius: number, unrest = 0.12, corners = 9): string {
  const turn = random.next() * Math.PI * 2
  return softly(
    Array.from({ length: corners }, (_, index) => {
      const angle = turn + (index / corners) * Math.PI * 2
      const reach = radius * (1 + (random.next() * 2 - 1) * unrest)
      return { x: centre.x + Math.cos(angle) * reach, y: centre.y + Math.sin(angle) * reach }
    }),
    true,
  )
}

/** A number between two. */
export const between = (random: Random, low: number, high: number): number => low + random.next() * (high - low)
