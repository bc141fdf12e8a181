/** Work cut into small steps. `step` does one of them and says whether there is more. */
export interface FrameTask {
  /** So much waits to be done that more of each frame may go to it. */
  readonly isBehind?: boolean
  step(): boolean
}

export interface FrameSource {
  /** Calls back in the next frame. */
  request(callback: () => void): void
  /** Calls back before this task ends. */
  soon(callback: () => void): void
  /** The frame that is, or was last: the same number until the next one begins. */
  frame(): number
  /** Milliseconds from any fixed moment. */
  now(): number
}

/** Milliseconds of each frame that all texts of the page share: the rest is the browser's. */
const budget = 8
/** The same while one of them is far behind: each frame costs the browser the more, the longer the text is, so that fewer are better. */
const budgetBehind = 48

/**
 * One turn a frame for every text of the page. Tasks take turns step by step until the budget is spent, so that many streams
 * grow slower together and none of them makes the page stutter. The first turn of a frame is taken at once: waiting for the next frame
 * would show the text later, and make the browser draw twice.
 */
export class Frames {
  readonly #source: FrameSource
  readonly #waiting = new Set<FrameTask>()
  #requested = false
  #last: number | undefined

  constructor(source: FrameSource) {
    this.#source = source
  }

  add(task: FrameTask): void {
    this.#waiting.add(task)
    this.#request()
  }

  remove(task: FrameTask): void {
    this.#waiting.delete(task)
  }

  #request(): void {
    if (this.#requested || this.#waiting.size === 0) return
    this.#requested = true
    const run = () => this.#run()
    if (this.#source.frame() === this.#last) this.#source.request(run)
    else this.#source.soon(run)
  }

  #run(): void {
    this.#requested = false
    this.#last = this.#source.frame()
    const isBehind = [...this.#waiting].some((task) => task.isBehind === true)
    const end = this.#source.now() + (isBehind ? budgetBehind : budget)
    // A set is walked in the order of adding, also for what is added while it is walked: a task with more to do goes to the end.
    for (const task of this.#waiting) {
      this.#waiting.delete(task)
      if (task.step()) this.#waiting.add(task)
      if (this.#source.now() >= end) break
    }
    this.#request()
  }
}

export const pageFrames = new Frames({
  request: (callback) => requestAnimationFrame(callback),
  soon: (callback) => queueMicrotask(callback),
  frame: () => Number(document.timeline.currentTime),
  now: () => performance.now(),
})
