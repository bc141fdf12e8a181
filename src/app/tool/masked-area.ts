import * as z from 'zod/mini'
import { isRecord } from '#contract/core/loose-json.ts'
import type { Run } from '../run/run.ts'

const pixels = z.int().check(z.gte(0))
const hash = z.string()

/** The part of an image that a run was sent, and the hashes of the files kept beside it. Lengths in pixels of the whole image. */
export const MaskedArea = z.object({
  frame: z.object({ x: pixels, y: pixels, width: pixels, height: pixels }),
  /** The size it was sent at. */
  to: z.object({ width: pixels, height: pixels }),
  surroundings: pixels,
  softEdge: pixels,
  base: hash,
  mask: hash,
  /** The mask with its soft edge, where there is one: all pixels that pasting may change. */
  touched: z.optional(hash),
  size: z.optional(z.string()),
})
export type MaskedArea = Readonly<z.infer<typeof MaskedArea>>

/** Undefined for runs that were sent the whole image. */
export const maskedAreaOf = ({ turn }: Pick<Run, 'turn'>): MaskedArea | undefined =>
  isRecord(turn) ? MaskedArea.safeParse(turn.maskedArea).data : undefined

export function areaWords({ frame, to, surroundings, softEdge }: MaskedArea): string {
  const part = `${frame.width} × ${frame.height} px at ${frame.x}, ${frame.y}`
  const edge = softEdge > 0 ? `, soft edge ${softEdge} px` : ''
  return `Masked area only: ${part}, sent at ${to.width} × ${to.height}. Surroundings ${surroundings} px${edge}.`
}
