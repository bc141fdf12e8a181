/** A rectangle of pixels in integers, inside the mask. Without width or height it is empty. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const noPixels: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** Whether a rectangle lies in a picture of this size. */
export const isInside = ({ x, y, width, height }: Rect, size: Pick<Rect, 'width' | 'height'>): boolean =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height

/** Merges horizontally adjacent rectangles of equal height and vertically adjacent ones of equal width. */
export function joinedRects(rects: readonly Rect[]): readonly Rect[] {
  const joined: Rect[] = []
  for (const rect of rects.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = joined.at(-1)
    const isBeside = last && last.y === rect.y && last.height === rect.height && last.x + last.width === rect.x
    const isBelow = last && last.x === rect.x && last.width === rect.width && last.y + last.height === rect.y
    if (isBeside) joined[joined.length - 1] = { ...last, width: last.width + rect.width }
    else if (isBelow) joined[joined.length - 1] = { ...last, height: last.height + rect.height }
    else joined.push(rect)
  }
  return joined
}

/** Accumulates a bounding box until it is taken. */
export class Bounds {
  #left = Number.POSITIVE_INFINITY
  #top = Number.POSITIVE_INFINITY
  #right = 0
  #bottom = 0

  /** Pixels from `left` to before `right`, rows from `top` to before `bottom`; at least one of each. */
  add(left: number, top: number, right: number, bottom: number): void {
    if (left < this.#left) this.#left = left
    if (top < this.#top) this.#top = top
    if (right > this.#right) this.#right = right
    if (bottom > this.#bottom) this.#bottom = bottom
  }

  addRect(rect: Rect): void {
    if (rect.width > 0 && rect.height > 0) this.add(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
  }

  /** Returns the box of everything added since the last call, and resets it. */
  take(): Rect {
    const [left, top, right, bottom] = [this.#left, this.#top, this.#right, this.#bottom]
    this.#left = Number.POSITIVE_INFINITY
    this.#top = Number.POSITIVE_INFINITY
    this.#right = 0
    this.#bottom = 0
    return right > left ? { x: left, y: top, width: right - left, height: bottom - top } : noPixels
  }
}
