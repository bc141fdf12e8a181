/** The brush at one point of a stroke. */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Pixels of rows: from `from[row]` to before `to[row]`, none where these are equal; rows `top` to before `bottom`. */
interface Rows {
  from: Int32Array
  to: Int32Array
  top: number
  bottom: number
}

export function emptyRows(height: number): Rows {
  return { from: new Int32Array(height), to: new Int32Array(height), top: 0, bottom: 0 }
}

/**
 * The area that a disc covers while it moves straight from one place to another and its radius changes linearly: a capsule, or a cone
 * with round ends.
 */
export class Sweep {
  readonly #a: Disc
  readonly #b: Disc
  readonly #length: number
  readonly #dx: number
  readonly #dy: number
  /** How fast the radius grows along it. */
  readonly #growth: number

  constructor(from: Disc, to: Disc) {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const larger = to.radius > from.radius ? to : from
    this.#a = length > 0 ? from : larger
    this.#b = length > 0 ? to : larger
    this.#length = length
    this.#dx = length > 0 ? (to.x - from.x) / length : 1
    this.#dy = length > 0 ? (to.y - from.y) / length : 0
    this.#growth = length > 0 ? (to.radius - from.radius) / length : 0
  }

  /**
   * The smallest squared distance to the disc's centre, as a share of its squared radius, over the whole sweep: 0 on the centre line,
   * 1 at the rim.
   */
  nearness(x: number, y: number): number {
    const u = (x - this.#a.x) * this.#dx + (y - this.#a.y) * this.#dy
    const v = (y - this.#a.y) * this.#dx - (x - this.#a.x) * this.#dy
    const reach = this.#a.radius + this.#growth * u
    // Where the derivative of the share is 0; behind the cone's apex the thick end is nearest.
    const best = reach > 0 ? u + (this.#growth * v * v) / reach : this.#growth > 0 ? this.#length : 0
    const at = best < 0 ? 0 : Math.min(best, this.#length)
    const radius = this.#a.radius + this.#growth * at
    return ((u - at) * (u - at) + v * v) / (radius * radius)
  }

  /** Whether the disc covers the point, rim included; the tolerance absorbs rounding at the rim. */
  covers(x: number, y: number): boolean {
    return this.nearness(x, y) <= 1 + 1e-10
  }

  /** Of a row the first pixel that may be nearer to the way than to its first point; the radius must not change, or all may. */
  firstAhead(row: number): number {
    return this.#dx > 0 && this.#isEven() ? Math.floor(this.#crossing(row)) : this.#isBehind(row) ? Infinity : -Infinity
  }

  /** The place behind the last such pixel. */
  endAhead(row: number): number {
    return this.#dx < 0 && this.#isEven() ? Math.ceil(this.#crossing(row)) + 1 : Infinity
  }

  #isEven(): boolean {
    return this.#length > 0 && this.#growth === 0
  }

  /** Where the line across the way through its first point crosses the middle of the row. */
  #crossing(row: number): number {
    return this.#a.x - 0.5 - ((row + 0.5 - this.#a.y) * this.#dy) / this.#dx
  }

  #isBehind(row: number): boolean {
    return this.#dx === 0 && this.#isEven() && (row + 0.5 - this.#a.y) * this.#dy < 0
  }

  /** Writes the pixels whose centres the disc comes over, of a mask of this size. */
  rows(width: number, height: number, into: Rows): void {
    const [a, b] = [this.#a, this.#b]
    into.top = within(Math.ceil(Math.min(a.y - a.radius, b.y - b.radius) - 0.5), height)
    into.bottom = within(Math.floor(Math.max(a.y + a.radius, b.y + b.radius) - 0.5) + 1, height)
    const sides = this.#sides()
    for (let row = into.top; row < into.bottom; row += 1) {
      const y = row + 0.5
      let left = Number.POSITIVE_INFINITY
      let right = Number.NEGATIVE_INFINITY
      for (const { x, y: middle, radius } of [a, b]) {
        const square = radius * radius - (y - middle) * (y - middle)
        if (square < 0) continue
        const half = Math.sqrt(square)
        left = Math.min(left, x - half)
        right = Math.max(right, x + half)
      }
      for (const side of sides) {
        if (y < side.top || y > side.bottom) continue
        const x = side.x + (y - side.y) * side.slope
        left = Math.min(left, x)
        right = Math.max(right, x)
      }
      this.#row(row, left, right, width, into)
    }
  }

  /** The computed ends are exact but for rounding; `covers` decides. */
  #row(row: number, left: number, right: number, width: number, into: Rows): void {
    let from = within(Math.ceil(left - 0.5), width)
    let to = within(Math.floor(right - 0.5) + 1, width)
    const y = row + 0.5
    while (from < to && !this.covers(from + 0.5, y)) from += 1
    while (to > from && !this.covers(to - 0.5, y)) to -= 1
    while (from > 0 && this.covers(from - 0.5, y)) from -= 1
    while (to < width && this.covers(to + 0.5, y)) to += 1
    into.from[row] = from
    into.to[row] = Math.max(from, to)
  }

  /** The two straight sides between the round ends; none where one end contains the other. */
  #sides(): readonly Side[] {
    const [a, b, growth] = [this.#a, this.#b, this.#growth]
    if (this.#length === 0 || Math.abs(growth) >= 1) return []
    const across = Math.sqrt(1 - growth * growth)
    return [across, -across].flatMap((turn) => {
      const nx = -growth * this.#dx - turn * this.#dy
      const ny = -growth * this.#dy + turn * this.#dx
      const x = a.x + a.radius * nx
      const y = a.y + a.radius * ny
      const endX = b.x + b.radius * nx
      const endY = b.y + b.radius * ny
      if (y === endY) return []
      return [{ x, y, slope: (endX - x) / (endY - y), top: Math.min(y, endY), bottom: Math.max(y, endY) }]
    })
  }
}

interface Side {
  readonly x: number
  readonly y: number
  readonly slope: number
  readonly top: number
  readonly bottom: number
}

function within(place: number, end: number): number {
  return Math.max(0, Math.min(end, place))
}
