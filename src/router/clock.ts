/** Time as the router sees it; a test brings its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms` milliseconds, unless the function it gives back is called first. */
  after(ms: number, run: () => void): () => void
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
