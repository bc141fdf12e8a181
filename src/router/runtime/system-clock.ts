/** The router's source of time; replaced in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Settles as `work` does, or rejects with `late()` after `ms`. */
export function within<T>(work: Promise<T>, ms: number, clock: Pick<Clock, 'after'>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(late()))
    work.then(resolve, reject).finally(cancel)
  })
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
