import type { Point } from '../../view/zoom.ts'

/** How two fingers moved: what lay at `from` lies at `to`, `factor` times as large. */
interface Pinch {
  readonly from: Point
  readonly to: Point
  readonly factor: number
}

/** Movement up to here, in CSS pixels, counts as none. */
const slack = 8
/** The longest tap, in ms. */
const tapTime = 350

/**
 * Tracks touches by pointer id. One finger is left to the caller; from the second on, until all are up, they pinch the view or tap.
 */
export class Fingers {
  readonly #at = new Map<number, Point>()
  #most = 0
  #began = 0
  #moved = false
  /** The first two fingers at the last reported move. */
  #from: readonly [Point, Point] | undefined

  get count(): number {
    return this.#at.size
  }

  /** Whether this touch belongs to the view: two fingers are down, or were since the surface was last free. */
  get isGesture(): boolean {
    return this.#most > 1
  }

  down(id: number, at: Point, time: number): void {
    if (this.#at.size === 0) {
      this.#most = 0
      this.#moved = false
      this.#began = time
    }
    this.#at.set(id, at)
    this.#most = Math.max(this.#most, this.#at.size)
    this.#from = this.#pair()
  }

  move(id: number, at: Point): Pinch | undefined {
    if (!this.#at.has(id)) return undefined
    this.#at.set(id, at)
    const now = this.#pair()
    const was = this.#from
    if (!this.isGesture || !now || !was) return undefined
    if (!this.#moved && near(now[0], was[0]) && near(now[1], was[1])) return undefined
    this.#moved = true
    this.#from = now
    return { from: middle(was), to: middle(now), factor: apart(now) / apart(was) }
  }

  /** When the last finger leaves: whether the whole touch was a tap of two or three. */
  up(id: number, time: number): 'two-tap' | 'three-tap' | undefined {
    this.#at.delete(id)
    this.#from = this.#pair()
    if (this.#at.size > 0) return undefined
    const count = this.#most
    this.#most = 0
    if (this.#moved || time - this.#began > tapTime) return undefined
    if (count === 2) return 'two-tap'
    return count === 3 ? 'three-tap' : undefined
  }

  /** Drops all fingers: the browser cancelled them, or their events were lost. */
  reset(): void {
    this.#at.clear()
    this.#most = 0
    this.#from = undefined
  }

  #pair(): readonly [Point, Point] | undefined {
    const [one, two] = this.#at.values()
    return one && two ? [one, two] : undefined
  }
}

const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < slack
const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = ([a, b]: readonly [Point, Point]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
