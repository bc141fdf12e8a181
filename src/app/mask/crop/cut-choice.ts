import type { Dimensions } from '#media/dimensions.ts'
import { isCut, type MaskTool } from '../tools/tools.ts'
import { areaAround, beginCut, type CutPlan } from './cut-plan.ts'

interface CutChoiceOptions {
  readonly picture: Dimensions
  readonly onNews: () => void
  /** The area that the view should show is another. */
  readonly onArea: (how: 'at once' | 'unless moved') => void
}

/** The frame that is being chosen, while one of its tools is. */
export class CutChoice {
  readonly #options: CutChoiceOptions
  plan: CutPlan | undefined
  /** Dragged lengths of the next frame are multiples of this. */
  grid = 1
  /** CSS pixels at the foot of the canvas that the frame's actions cover. */
  #foot = 0

  constructor(options: CutChoiceOptions) {
    this.#options = options
  }

  /** Begins with the whole picture where the tool chooses a frame; gives up the one before. */
  begin(tool: MaskTool): void {
    const before = this.plan
    this.plan = isCut(tool) ? beginCut(tool, this.#options.picture, this.grid) : undefined
    if (before || this.plan) this.#options.onArea('at once')
  }

  set(plan: CutPlan): void {
    if (!this.plan) return
    this.plan = plan
    this.#options.onNews()
  }

  /** What the fitted view shows. */
  get area(): ReturnType<typeof areaAround> {
    return areaAround(this.plan, this.#options.picture, this.#foot)
  }

  /** Shows all of the frame again, unless the view was moved by hand. */
  show(foot = this.#foot): void {
    this.#foot = foot
    this.#options.onArea('unless moved')
  }
}
