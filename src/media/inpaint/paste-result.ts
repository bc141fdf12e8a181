import type { RgbaPixels } from '../dimensions.ts'
import { featherMask } from '../mask/feather-mask.ts'
import { growMask } from '../mask/grow-mask.ts'
import type { MaskPixels } from '../mask/mask-pixels.ts'
import type { Rect } from '../mask/rect.ts'

interface Paste {
  /** Of the frame's size. */
  readonly result: RgbaPixels
  readonly frame: Rect
  /** Of the frame's size. */
  readonly mask: MaskPixels
  /** How far outside the mask the result fades into the base, in pixels. */
  readonly softEdge: number
}

/**
 * Pastes a result into `base`, which is written to. Each byte of the mask is the share of the result; pixels that are not marked, and
 * farther than the soft edge from all that are, keep every byte. Colours are mixed by their alpha.
 */
export function pasteResult(base: RgbaPixels, { result, frame, mask, softEdge }: Paste): void {
  const shares = withSoftEdge(mask, softEdge)
  for (let row = 0; row < frame.height; row += 1) {
    const to = ((frame.y + row) * base.width + frame.x) * 4
    for (let column = 0; column < frame.width; column += 1) {
      const at = row * frame.width + column
      mixPixel(base.rgba, to + column * 4, result.rgba, at * 4, shares[at] ?? 0)
    }
  }
}

/** The mask with a slope around it, which begins at its rim and ends exactly `softEdge` pixels outside. */
function withSoftEdge(mask: MaskPixels, softEdge: number): Uint8Array {
  if (!(softEdge > 0)) return mask.bytes
  // Three box blurs reach 1.5 times their radius: from the middle of the slope, half of it.
  const middle = { ...mask, bytes: growMask(mask, softEdge / 2) }
  const slope = featherMask(middle, softEdge / 3)
  const outer = growMask(mask, softEdge)
  return slope.map((byte, at) => Math.max(mask.bytes[at] ?? 0, Math.min(byte, outer[at] ?? 0)))
}

type Bytes = RgbaPixels['rgba']

function mixPixel(to: Bytes, at: number, from: Bytes, source: number, share: number): void {
  if (share === 0) return
  const [before, after] = [(to[at + 3] ?? 0) * (255 - share), (from[source + 3] ?? 0) * share]
  const alpha = before + after
  if (share === 255 || alpha === 0) {
    for (let n = 0; n < 4; n += 1) to[at + n] = from[source + n] ?? 0
    return
  }
  for (let n = 0; n < 3; n += 1)
    to[at + n] = Math.round(((to[at + n] ?? 0) * before + (from[source + n] ?? 0) * after) / alpha)
  to[at + 3] = Math.round(alpha / 255)
}
