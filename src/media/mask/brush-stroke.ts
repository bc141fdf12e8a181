import type { MaskBuffer } from './mask-buffer.ts'
import { type Disc, emptyRows, Sweep } from './sweep.ts'

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
