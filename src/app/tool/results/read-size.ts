import type { JsonRecord } from '#contract/core/loose-json.ts'
import { readSize } from '#contract/images/images-rules.ts'
import type { Dimensions } from '#media/dimensions.ts'

/** Edges in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The reduced ratio, such as `3:2`; a decimal ratio if a number would exceed 32. */
export function ratioName({ width, height }: Size): string {
  const by = divisor(width, height)
  const [across, down] = [width / by, height / by]
  if (Math.max(across, down) <= 32) return `${across}:${down}`
  return width > height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}

/** Limit of the aspect ratio, so that a picture stays large enough to be seen. */
const flattest = 4

/** The size of a run's pictures: the requested one, else that of `like`; undefined where neither is known. */
export const slotSize = ({ size }: JsonRecord, like: Dimensions | undefined): Dimensions | undefined =>
  readSize(size) ?? like

/** Width divided by height of a run's slots, or 1. */
export function slotRatio(fields: JsonRecord, like: Dimensions | undefined): number {
  const known = slotSize(fields, like)
  if (!known) return 1
  return Math.min(flattest, Math.max(1 / flattest, known.width / known.height))
}
