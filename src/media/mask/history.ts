import type { MaskChange } from './patch.ts'
import type { Rect } from './rect.ts'

/** One step: what differs before and after it, which leads both ways. */
export interface Step extends MaskChange {
  readonly dirty: Rect
  readonly markedBefore: number
  readonly markedAfter: number
}

/** So many steps are kept even if they are larger than what is aimed at, until the limit. */
const steps = 100
const aim = 16 * 2 ** 20
const limit = 64 * 2 ** 20

/** What a patch costs beside its packed bytes, about. */
const overhead = 96

/** The steps that can be gone back, and those that can be gone forth again. The oldest fall out when all are too large. */
export class History {
  readonly #steps: Step[] = []
  /** How many steps are done; those behind were undone. */
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

  /** What was undone cannot be redone any more. */
  add(step: Step): void {
    for (const gone of this.#steps.splice(this.#done)) this.#bytes -= sizeOf(gone)
    this.#steps.push(step)
    this.#bytes += sizeOf(step)
    while (this.#steps.length > 1 && this.#bytes > (this.#steps.length > steps ? aim : limit)) {
      const oldest = this.#steps.shift()
      if (oldest) this.#bytes -= sizeOf(oldest)
    }
    this.#done = this.#steps.length
  }

  /** The step to be undone, which then counts as undone. */
  back(): Step | undefined {
    if (!this.canUndo) return undefined
    this.#done -= 1
    return this.#steps[this.#done]
  }

  /** The step to be done again, which then counts as done. */
  forth(): Step | undefined {
    if (!this.canRedo) return undefined
    this.#done += 1
    return this.#steps[this.#done - 1]
  }
}

function sizeOf(step: Step): number {
  return step.patches.reduce((sum, { packed }) => sum + packed.length + overhead, overhead)
}
