import { inverted, isHard, type MaskPixels } from './mask-pixels.ts'

/**
 * Dilation by a disc: each pixel gets the largest byte within `by` pixels, centre to centre. Exact for every mask; for a mask of 0 and
 * 255 the time does not depend on `by`.
 */
export function growMask(mask: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  if (!(by > 0)) return new Uint8Array(mask.bytes)
  const out = growHard(mask, by)
  if (!isHard(mask.bytes)) growSoft(mask, by, out)
  return out
}

/** Erosion: each pixel gets the smallest byte within `by` pixels. The picture's borders do not erode. */
export function shrinkMask(mask: MaskPixels, by: number): Uint8Array<ArrayBuffer> {
  return inverted(growMask({ ...mask, bytes: inverted(mask.bytes) }, by))
}

/**
 * Dilates what is 255 in two passes: the distance to the nearest 255 in each column; then along each row the farthest reach of any
 * circle so far, once from either side.
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

/** Distance in rows to the nearest 255 above or below, at most `none`. */
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
 * Raises each pixel to the largest intermediate byte (1 to 254) within the disc. For each run of such bytes and each row of the disc a
 * sliding maximum of the row's width. The time grows with `by` and with the number of such bytes.
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
        if (y + down < height) stretch.raise(out, { row: (y + down) * width, first, width })
        if (down > 0 && y >= down) stretch.raise(out, { row: (y - down) * width, first, width })
      }
      from = to
    }
  }
}

const isSoft = (byte: number | undefined) => byte !== undefined && byte > 0 && byte < 255

/** Sliding maximum over a run of bytes. */
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
   * The maximum of each window of 2 * half + 1 bytes, in a time that does not depend on `half` (van Herk): prefix and suffix maxima of
   * blocks as long as the window; each window is the end of one block and the beginning of the next.
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
      // Past the last byte its block keeps its maximum.
      const last = end < count ? (left[end] ?? 0) : Math.floor(end / size) * size < count ? (left[count - 1] ?? 0) : 0
      const first = begin >= 0 ? (right[begin] ?? 0) : 0
      wide[end] = Math.max(first, last)
    }
  }

  /** Raises a row of the mask to the maxima, from the pixel `first` on, clipped to the row. */
  raise(out: Uint8Array, { row, first, width }: { row: number; first: number; width: number }): void {
    const end = Math.min(this.#length, width - first)
    for (let at = Math.max(0, -first); at < end; at += 1) {
      const byte = this.#wide[at] ?? 0
      if (byte > (out[row + first + at] ?? 0)) out[row + first + at] = byte
    }
  }
}
