import type { Point } from '../../view/zoom.ts'
import { largestSize } from '../tools/mask-settings.ts'

/** The round tip: its size in pixels of the picture, its hardness in percent. */
export interface Tip {
  readonly size: number
  readonly hardness: number
}

/** A drag says by its longer way which of both it changes, from so many CSS pixels on. */
const slack = 4

/**
 * The tip after a drag, in CSS pixels: sideways its edge follows the pointer, up and down it becomes harder and softer by a percent
 * a pixel.
 */
export function tipDragged({ size, hardness }: Tip, by: Point, scale: number): Tip {
  const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)))
  if (Math.max(Math.abs(by.x), Math.abs(by.y)) < slack) return { size, hardness }
  return Math.abs(by.x) >= Math.abs(by.y)
    ? { size: within(size + (2 * by.x) / scale, 1, largestSize), hardness }
    : { size, hardness: within(hardness - by.y, 0, 100) }
}
