import type { Point } from './zoom.ts'

/** How the first two pointers moved, or the only one: what lay at `from` lies at `to`, `factor` times as large. */
export interface Pinch {
  readonly from: Point
  readonly to: Point
  readonly factor: number
}

const tapTime = 350

/** Tracks the pointers on a surface by their ids, and reads drags, pinches and taps from them. Times are in ms. */
export class Pointers {
  readonly #slack: number
  readonly #at = new Map<number, Point>()
  #most = 0
  #began = 0
  #moved = false
  /** The first two pointers at the last reported move; twice the same point where there is only one. */
  #from: readonly [Point, Point] | undefined

  /** `slack`: up to this distance, in CSS pixels, a movement of two pointers is none, so that they can tap. */
  constructor(slack = 0) {
    this.#slack = slack
  }

  get count(): number {
    return this.#at.size
  }

  /** Whether two pointers are down, or were since the surface was last free. */
  get isGesture(): boolean {
    return this.#most > 1
  }

  down(id: number, at: Point, time = 0): void {
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
    const was = this.#from
    if (!this.#at.has(id) || !was) return undefined
    this.#at.set(id, at)
    const now = this.#pair() ?? was
    if (this.#at.size > 1) {
      this.#moved ||= Math.max(distance(now[0], was[0]), distance(now[1], was[1])) >= this.#slack
      if (!this.#moved) return undefined
    }
    this.#from = now
    return { from: middle(was), to: middle(now), factor: apart(now) / apart(was) }
  }

  /** When the last pointer leaves: whether the whole touch was a tap of two or three. */
  up(id: number, time = 0): 'two-tap' | 'three-tap' | undefined {
    this.#at.delete(id)
    this.#from = this.#pair()
    if (this.#at.size > 0) return undefined
    const count = this.#most
    this.#most = 0
    if (this.#moved || time - this.#began > tapTime) return undefined
    if (count === 2) return 'two-tap'
    return count === 3 ? 'three-tap' : undefined
  }

  #pair(): readonly [Point, Point] | undefined {
    const [one, two = one] = this.#at.values()
    return one && two ? [one, two] : undefined
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = ([a, b]: readonly [Point, Point]) => Math.max(1, distance(a, b))
