import { recordOf } from '#contract/core/loose-json.ts'
import { readSize } from '#contract/images/images-size.ts'
import type { Dimensions } from '#media/dimensions.ts'

/** Flatter and taller places would hold nothing that can be seen. */
const flattest = 4

/** Width over height of a run's places: by the size that was asked for, else by a picture that is likely of their shape, else a square. */
export function slotRatio(request: unknown, like: Dimensions | undefined): number {
  const { size } = recordOf(request)
  const known = readSize(size) ?? like
  if (!known) return 1
  return Math.min(flattest, Math.max(1 / flattest, known.width / known.height))
}
