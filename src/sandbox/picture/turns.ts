/** Requests take turns, one task each: those of one request wait in their order. A request is known by its signal. */
export class Turns<T> {
  readonly #waiting = new Map<AbortSignal, T[]>()

  add(request: AbortSignal, task: T): void {
    const tasks = this.#waiting.get(request)
    if (tasks) tasks.push(task)
    else this.#waiting.set(request, [task])
  }

  /** The task whose turn it is; its request goes to the end of the line. */
  take(): T | undefined {
    for (const [request, [task, ...others]] of this.#waiting) {
      this.#waiting.delete(request)
      if (others.length > 0) this.#waiting.set(request, others)
      return task
    }
    return undefined
  }

  /** Nothing of this request waits any longer. */
  drop(request: AbortSignal): void {
    this.#waiting.delete(request)
  }
}
