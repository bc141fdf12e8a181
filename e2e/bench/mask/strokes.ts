import { createRandom } from '../text/random.ts'

/** The picture's width and height, and the brush's radius, in its pixels. */
export const side = 4096
export const radius = 40

export interface Place {
  readonly x: number
  readonly y: number
}

/** Strokes of a hand that goes on turning, each of so many events. */
export function strokesOf(seed: number, strokes: number, events: number): readonly (readonly Place[])[] {
  const random = createRandom(seed).next
  const [low, high] = [60, side - 60]
  return Array.from({ length: strokes }, () => {
    let [x, y, turn] = [low + random() * (high - low), low + random() * (high - low), random() * 7]
    return Array.from({ length: events }, () => {
      turn += (random() - 0.5) * 0.5
      const [nextX, nextY] = [x + 14 * Math.cos(turn), y + 14 * Math.sin(turn)]
      if (nextX < low || nextX > high || nextY < low || nextY > high) turn += Math.PI / 2
      x = Math.min(high, Math.max(low, nextX))
      y = Math.min(high, Math.max(low, nextY))
      return { x, y }
    })
  })
}
