/** Work in small steps. `step` performs one and returns whether more remain. */
export interface FrameTask {
  /** The backlog is so large that it is also processed between frames. */
  readonly isBehind?: boolean
  step(): boolean
}

export interface FrameSource {
  request(callback: () => void): void
  soon(callback: () => void): void
  /** Calls back in a separate task after more urgent ones. */
  apart(callback: () => void): void
  /** Time of the current or last frame in ms; constant until the next begins. */
  frame(): number
  /** Monotonic time in ms. */
  now(): number
}

/** Budget per frame in ms, shared by all texts of the page. */
const budget = 8
/** Budget in ms while a task has a large backlog and runs are separate tasks. */
const budgetBehind = 24

/** Least ms between two frames with a run: faster displays than 60 Hz would lay out steps that nobody sees. */
const shortest = 15

/**
 * Runs the tasks of all texts once a frame, round-robin in steps until the time budget is spent, so that many streams slow down together
 * without dropped frames. The first run of a frame is a microtask: waiting for the next frame would show the text later and make the browser
 * paint twice. While a task has a large backlog, runs are separate tasks between the frames, so that a run and the layout of its output are
 * not one long task.
 */
export class Frames {
  readonly #source: FrameSource
  readonly #waiting = new Set<FrameTask>()
  #requested = false
  #last = Number.NEGATIVE_INFINITY

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
    if (this.#isDue) this.#source.soon(run)
    else if (this.#isBehind) this.#source.apart(run)
    else this.#awaitFrame()
  }

  #awaitFrame(): void {
    this.#source.request(() => (this.#isDue || this.#isBehind ? this.#run() : this.#awaitFrame()))
  }

  get #isDue(): boolean {
    return this.#source.frame() - this.#last >= shortest
  }

  get #isBehind(): boolean {
    return [...this.#waiting].some((task) => task.isBehind === true)
  }

  #run(): void {
    this.#requested = false
    this.#last = this.#source.frame()
    const end = this.#source.now() + (this.#isBehind ? budgetBehind : budget)
    // Sets iterate in insertion order, including entries added meanwhile: a task with more steps moves to the end.
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
  apart: (callback) => setTimeout(callback),
  frame: () => Number(document.timeline.currentTime),
  now: () => performance.now(),
})
