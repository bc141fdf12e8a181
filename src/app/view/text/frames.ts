/** Work cut into small steps. `step` does one of them and says whether there is more. */
export interface FrameTask {
  step(): boolean
}

export interface FrameSource {
  request(callback: () => void): void
  /** Milliseconds from any fixed moment. */
  now(): number
}

/** Milliseconds of each frame that all texts of the page share: the rest is the browser's. */
const budget = 8

/**
 * One animation frame for every text of the page. Tasks take turns step by step until the frame's budget is spent,
 * so that many streams grow slower together and none of them makes the page stutter.
 */
export class Frames {
  readonly #source: FrameSource
  readonly #waiting = new Set<FrameTask>()
  #requested = false

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
    this.#source.request(() => this.#run())
  }

  #run(): void {
    this.#requested = false
    const end = this.#source.now() + budget
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
  now: () => performance.now(),
})
