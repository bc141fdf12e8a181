import type { MaskBuffer } from './mask-buffer.ts'

/** The brush at one point of a stroke. */
interface Disc {
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

function emptyRows(height: number): Rows {
  return { from: new Int32Array(height), to: new Int32Array(height), top: 0, bottom: 0 }
}

/**
 * The area that a disc covers while it moves straight from one place to another and its radius changes linearly: a capsule, or a cone
 * with round ends.
 */
class Sweep {
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

export interface Brush {
  /** In pixels of the picture. */
  readonly radius: number
  /** 0 to 1: the share of the radius that is painted in full. 1 is a hard edge. */
  readonly hardness: number
  /** 255 paints, 0 erases. */
  readonly value: 255 | 0
}

/** A sample of the pointer; a pressure of 0 to 1 scales the radius. */
export interface StrokePoint {
  readonly x: number
  readonly y: number
  readonly pressure: number
}

/**
 * One brush stroke. A hard brush sets every pixel whose centre it covers; a soft one sets each to the maximum coverage it ever gives
 * it, so that self-intersections and joints between segments are invisible.
 */
export class BrushStroke {
  readonly #buffer: MaskBuffer
  #rows
  #before
  readonly #core
  #brush: Brush | undefined
  #last: Disc | undefined
  #falloff = falloffOf(1)
  /** The last point was not painted with this brush yet. */
  #isFresh = true

  constructor(buffer: MaskBuffer) {
    this.#buffer = buffer
    this.#rows = emptyRows(buffer.height)
    this.#before = emptyRows(buffer.height)
    this.#core = emptyRows(buffer.height)
  }

  end(): void {
    this.#last = undefined
    this.#brush = undefined
    this.#forget()
  }

  go(points: readonly StrokePoint[], brush: Brush): void {
    this.#take(brush)
    for (const { x, y, pressure } of points) {
      const disc = { x, y, radius: brush.radius * Math.min(1, pressure) }
      if (!(disc.radius > 0 && Number.isFinite(x + y + disc.radius))) continue
      const last = this.#last ?? disc
      if (disc !== last && disc.x === last.x && disc.y === last.y && disc.radius === last.radius) continue
      this.#last = disc
      if (brush.hardness >= 1) this.#hard(new Sweep(last, disc), brush.value)
      else this.#soft(last, disc, brush)
    }
  }

  #take(brush: Brush): void {
    const last = this.#brush
    if (last?.hardness === brush.hardness && last.value === brush.value) return
    this.#brush = brush
    this.#forget()
    if (brush.hardness < 1) this.#falloff = falloffOf(Math.max(0, brush.hardness))
  }

  /** Drops what is known as painted: another brush painted it. */
  #forget(): void {
    this.#before.top = this.#before.bottom
    this.#isFresh = true
  }

  /** Sets of each row only what the previous segment has not set already: both share a disc. */
  #hard(sweep: Sweep, value: number): void {
    const [rows, before] = [this.#rows, this.#before]
    sweep.rows(this.#buffer.width, this.#buffer.height, rows)
    for (let y = rows.top; y < rows.bottom; y += 1) {
      const from = rows.from[y] ?? 0
      const to = rows.to[y] ?? 0
      const known = y >= before.top && y < before.bottom
      const doneFrom = known ? (before.from[y] ?? 0) : to
      const doneTo = known ? (before.to[y] ?? 0) : to
      if (doneFrom >= doneTo) this.#buffer.span(y, from, to, value)
      else {
        this.#buffer.span(y, from, Math.min(to, doneFrom), value)
        this.#buffer.span(y, Math.max(from, doneTo), to, value)
      }
    }
    this.#rows = before
    this.#before = rows
  }

  #soft(from: Disc, to: Disc, { hardness, value }: Brush): void {
    const { width, height } = this.#buffer
    const sweep = new Sweep(from, to)
    const [rows, core] = [this.#rows, this.#core]
    sweep.rows(width, height, rows)
    const share = Math.max(0, hardness)
    const inner = (disc: Disc) => ({ ...disc, radius: disc.radius * share })
    core.top = core.bottom = 0
    if (share > 0) new Sweep(inner(from), inner(to)).rows(width, height, core)
    for (let y = rows.top; y < rows.bottom; y += 1) {
      const left = rows.from[y] ?? 0
      const right = rows.to[y] ?? 0
      const cored = y >= core.top && y < core.bottom && (core.from[y] ?? 0) < (core.to[y] ?? 0)
      const coreFrom = cored ? (core.from[y] ?? 0) : right
      const coreTo = cored ? (core.to[y] ?? 0) : right
      // The cap at the first point was painted with the previous segment.
      const begin = this.#isFresh ? left : Math.max(left, sweep.firstAhead(y))
      const end = this.#isFresh ? right : Math.min(right, sweep.endAhead(y))
      this.#blend(sweep, y, begin, Math.min(end, coreFrom), value)
      this.#buffer.span(y, coreFrom, coreTo, value)
      this.#blend(sweep, y, Math.max(begin, coreTo), end, value)
    }
    this.#isFresh = false
  }

  #blend(sweep: Sweep, y: number, from: number, to: number, value: number): void {
    const buffer = this.#buffer
    const falloff = this.#falloff
    buffer.open(y, from, to)
    for (let x = from, at = y * buffer.width + from; x < to; x += 1, at += 1) {
      const share = falloff[(sweep.nearness(x + 0.5, y + 0.5) * falloffSteps) | 0] ?? 0
      const old = buffer.bytes[at] ?? 0
      if (value === 0 ? 255 - share < old : share > old) buffer.set(at, value === 0 ? 255 - share : share)
    }
  }
}

const falloffSteps = 4096

/** Coverage, 0 to 255, indexed by the squared distance as a share of the radius. A smoothstep: its slope is 0 at both ends. */
function falloffOf(hardness: number): Uint8Array {
  return Uint8Array.from({ length: falloffSteps + 1 }, (_, step) => {
    const share = Math.sqrt(step / falloffSteps)
    if (share <= hardness) return 255
    const left = (1 - share) / (1 - hardness)
    return Math.round(255 * left * left * (3 - 2 * left))
  })
}
