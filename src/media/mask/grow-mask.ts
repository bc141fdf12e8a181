import { growSoft } from './grow-soft.ts'
import { inverted, isHard, type MaskPixels } from './mask-pixels.ts'

/**
 * Each pixel gets the largest byte among those whose centres lie at most `by` pixels from its own: what is marked grows evenly
 * to all sides, with round corners. Exact for every mask; the time does not depend on `by` but for what is between 0 and 255.
 */
export function growMask(mask: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  if (!(by > 0)) return new Uint8Array(mask.bytes)
  const out = growHard(mask, by)
  if (!isHard(mask.bytes)) growSoft(mask, by, out)
  return out
}

/** The opposite: each pixel gets the smallest byte around. The edges of the picture take nothing away. */
export function shrinkMask(mask: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  return inverted(growMask({ ...mask, bytes: inverted(mask.bytes) }, by))
}

/**
 * What is 255. First how far the nearest of the same column is; then a row is covered where a neighbour's circle reaches: the
 * farthest reach so far, once from either side, is all that has to be known.
 */
function growHard({ width, height, bytes }: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  const none = Math.min(Math.floor(by) + 1, 0xffff)
  const distances = columnDistances({ width, height, bytes }, none)
  const reaches = Int32Array.from({ length: none + 1 }, (_, down) =>
    down === none ? -1 : Math.floor(Math.sqrt(by * by - down * down)),
  )
  const out = new Uint8Array(bytes.length)
  for (let start = 0; start < bytes.length; start += width) {
    let reach = -1
    for (let x = 0; x < width; x += 1) {
      const own = reaches[distances[start + x] ?? none] ?? -1
      if (own >= 0 && x + own > reach) reach = x + own
      if (x <= reach) out[start + x] = 255
    }
    reach = width
    for (let x = width - 1; x >= 0; x -= 1) {
      const own = reaches[distances[start + x] ?? none] ?? -1
      if (own >= 0 && x - own < reach) reach = x - own
      if (x >= reach) out[start + x] = 255
    }
  }
  return out
}

/** How many rows away the nearest 255 above or below is; `none` where it is farther than that matters. */
function columnDistances({ width, height, bytes }: MaskPixels, none: number): Uint16Array {
  const distances = new Uint16Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    const above = at < width ? none : (distances[at - width] ?? none) + 1
    distances[at] = bytes[at] === 255 ? 0 : Math.min(above, none)
  }
  for (let at = (height - 1) * width - 1; at >= 0; at -= 1) {
    const below = (distances[at + width] ?? none) + 1
    if (below < (distances[at] ?? none)) distances[at] = below
  }
  return distances
}
