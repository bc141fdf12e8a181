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

/**
 * Lifts each pixel to the largest byte between 0 and 255 within a circle. The circle is cut into rows; each stretch of such
 * bytes in a row of the mask is widened once for every width they have. The time grows with `by`, and with how many there are.
 */
function growSoft({ width, height, bytes }: MaskPixels, by: number, out: Uint8Array): void {
  const reach = Math.min(Math.floor(by), height)
  const halves = Int32Array.from({ length: reach + 1 }, (_, down) =>
    Math.min(width, Math.floor(Math.sqrt(by * by - down * down))),
  )
  const stretch = new Stretch(width + 2 * (halves[0] ?? 0))
  for (let y = 0; y < height; y += 1) {
    for (let from = 0; from < width; ) {
      while (from < width && !isSoft(bytes[y * width + from])) from += 1
      let to = from
      while (to < width && isSoft(bytes[y * width + to])) to += 1
      const soft = bytes.subarray(y * width + from, y * width + to)
      for (let down = 0; down <= reach && to > from; down += 1) {
        const half = halves[down] ?? 0
        if (down === 0 || half !== halves[down - 1]) stretch.widen(soft, half)
        const first = from - half
        if (y + down < height) stretch.lift(out, { row: (y + down) * width, first, width })
        if (down > 0 && y >= down) stretch.lift(out, { row: (y - down) * width, first, width })
      }
      from = to
    }
  }
}

const isSoft = (byte: number | undefined) => byte !== undefined && byte > 0 && byte < 255

/** Some bytes next to each other, and the largest of them around each place. */
class Stretch {
  readonly #left: Uint8Array
  readonly #right: Uint8Array
  readonly #wide: Uint8Array
  #length = 0

  constructor(longest: number) {
    this.#left = new Uint8Array(longest)
    this.#right = new Uint8Array(longest)
    this.#wide = new Uint8Array(longest)
  }

  /**
   * The largest of the 2 * half + 1 bytes that end at each place, in a time that does not depend on `half`: of blocks as long as
   * that, the largest so far is written down from their beginnings and from their ends; each window is the end of one and the
   * beginning of the next.
   */
  widen(bytes: Uint8Array, half: number): void {
    const [left, right, wide, count, size] = [this.#left, this.#right, this.#wide, bytes.length, 2 * half + 1]
    this.#length = count + 2 * half
    for (let at = 0, best = 0; at < count; at += 1) {
      if (at % size === 0) best = 0
      best = Math.max(best, bytes[at] ?? 0)
      left[at] = best
    }
    for (let at = count - 1, best = 0; at >= 0; at -= 1) {
      if ((at + 1) % size === 0) best = 0
      best = Math.max(best, bytes[at] ?? 0)
      right[at] = best
    }
    for (let end = 0; end < this.#length; end += 1) {
      const begin = end - size + 1
      // Behind the last byte its block is as large as ever.
      const last = end < count ? (left[end] ?? 0) : Math.floor(end / size) * size < count ? (left[count - 1] ?? 0) : 0
      const first = begin >= 0 ? (right[begin] ?? 0) : 0
      wide[end] = Math.max(first, last)
    }
  }

  /** Lifts a row of the mask to it, from the pixel `first` on; what lies outside is left out. */
  lift(out: Uint8Array, { row, first, width }: { row: number; first: number; width: number }): void {
    const end = Math.min(this.#length, width - first)
    for (let at = Math.max(0, -first); at < end; at += 1) {
      const byte = this.#wide[at] ?? 0
      if (byte > (out[row + first + at] ?? 0)) out[row + first + at] = byte
    }
  }
}
