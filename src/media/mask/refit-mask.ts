import type { Dimensions } from '../dimensions.ts'
import { isHard, type MaskPixels } from './mask-pixels.ts'

/** How a mask of another size is fitted: stretched over the whole picture, or centred at its own size. */
export type MaskFit = 'scale' | 'centre'

/** The mask at another size. Nearest neighbour for masks of 0 and 255, which stay so; bilinear for others. */
export function refitMask(mask: MaskPixels, to: Dimensions, fit: MaskFit): Uint8Array<ArrayBuffer> {
  if (mask.width === to.width && mask.height === to.height) return new Uint8Array(mask.bytes)
  if (fit === 'centre') return centred(mask, to)
  return isHard(mask.bytes) ? nearest(mask, to) : between(mask, to)
}

function centred(mask: MaskPixels, to: Dimensions): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(to.width * to.height)
  const left = Math.floor((to.width - mask.width) / 2)
  const top = Math.floor((to.height - mask.height) / 2)
  const width = Math.min(to.width, mask.width)
  for (let y = Math.max(0, top); y < Math.min(to.height, top + mask.height); y += 1) {
    const from = (y - top) * mask.width + Math.max(0, -left)
    out.set(mask.bytes.subarray(from, from + width), y * to.width + Math.max(0, left))
  }
  return out
}

function nearest(mask: MaskPixels, to: Dimensions): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(to.width * to.height)
  const columns = Int32Array.from({ length: to.width }, (_, x) => Math.floor(((x + 0.5) * mask.width) / to.width))
  for (let y = 0; y < to.height; y += 1) {
    const row = Math.floor(((y + 0.5) * mask.height) / to.height) * mask.width
    for (let x = 0; x < to.width; x += 1) out[y * to.width + x] = mask.bytes[row + (columns[x] ?? 0)] ?? 0
  }
  return out
}

function between(mask: MaskPixels, to: Dimensions): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(to.width * to.height)
  const across = placesAlong(mask.width, to.width)
  const down = placesAlong(mask.height, to.height)
  for (let y = 0; y < to.height; y += 1) {
    const upper = (down.first[y] ?? 0) * mask.width
    const lower = (down.second[y] ?? 0) * mask.width
    const share = down.share[y] ?? 0
    for (let x = 0; x < to.width; x += 1) {
      const [left, right, part] = [across.first[x] ?? 0, across.second[x] ?? 0, across.share[x] ?? 0]
      const above = mix(mask.bytes[upper + left], mask.bytes[upper + right], part)
      const below = mix(mask.bytes[lower + left], mask.bytes[lower + right], part)
      out[y * to.width + x] = Math.round(mix(above, below, share))
    }
  }
  return out
}

const mix = (a = 0, b = 0, share: number) => a + (b - a) * share

/** For each new pixel along an axis the two old ones around its centre, and the weight of the second. */
function placesAlong(from: number, to: number) {
  const places = Array.from({ length: to }, (_, n) => Math.max(0, Math.min(from - 1, ((n + 0.5) * from) / to - 0.5)))
  return {
    first: Int32Array.from(places, Math.floor),
    second: Int32Array.from(places, (place) => Math.min(from - 1, Math.floor(place) + 1)),
    share: Float32Array.from(places, (place) => place - Math.floor(place)),
  }
}
