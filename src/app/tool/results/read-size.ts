import { recordOf } from '#contract/core/loose-json.ts'
import { readSize } from '#contract/images/images-size.ts'
import type { Dimensions } from '#media/dimensions.ts'

/** Edges in pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The ratio in small numbers: `3:2`; as a decimal where they would not be small. */
export function ratioName({ width, height }: Size): string {
  const by = divisor(width, height)
  const [across, down] = [width / by, height / by]
  if (Math.max(across, down) <= 32) return `${across}:${down}`
  return width > height ? `${(width / height).toFixed(2)}:1` : `1:${(height / width).toFixed(2)}`
}

/** Flatter and taller places would hold nothing that can be seen. */
const flattest = 4

/** Width over height of a run's places: by the size that was asked for, else by a picture that is likely of their shape, else a square. */
export function slotRatio(request: unknown, like: Dimensions | undefined): number {
  const { size } = recordOf(request)
  const known = readSize(size) ?? like
  if (!known) return 1
  return Math.min(flattest, Math.max(1 / flattest, known.width / known.height))
}
