import type { MaskChange } from './patch.ts'
import type { Rect } from './rect.ts'

export interface MaskStep extends MaskChange {
  readonly dirty: Rect
  readonly markedBefore: number
  readonly markedAfter: number
}

/** The last `steps` steps may hold up to `limit` bytes; more steps only up to `aim` bytes. */
const steps = 100
const aim = 16 * 2 ** 20
const limit = 64 * 2 ** 20

/** Estimated memory of a patch besides its packed bytes. */
const overhead = 96

/** Undo and redo as a list with a position. The oldest steps are dropped when all are too large. */
export class MaskHistory {
  readonly #steps: MaskStep[] = []
  /** The position: so many steps are done, the rest is undone. */
  #done = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get canUndo(): boolean {
    return this.#done > 0
  }

  get canRedo(): boolean {
    return this.#done < this.#steps.length
  }

  add(step: MaskStep): void {
    for (const gone of this.#steps.splice(this.#done)) this.#bytes -= sizeOf(gone)
    this.#steps.push(step)
    this.#bytes += sizeOf(step)
    while (this.#steps.length > 1 && this.#bytes > (this.#steps.length > steps ? aim : limit)) {
      const oldest = this.#steps.shift()
      if (oldest) this.#bytes -= sizeOf(oldest)
    }
    this.#done = this.#steps.length
  }

  back(): MaskStep | undefined {
    if (!this.canUndo) return undefined
    this.#done -= 1
    return this.#steps[this.#done]
  }

  forth(): MaskStep | undefined {
    if (!this.canRedo) return undefined
    this.#done += 1
    return this.#steps[this.#done - 1]
  }
}

function sizeOf(step: MaskStep): number {
  return step.patches.reduce((sum, { packed }) => sum + packed.length + overhead, overhead)
}
