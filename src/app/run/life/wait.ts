import type { RunClock } from './run-clock.ts'

/** Resolves after at least `ms` milliseconds, or when the signal is aborted. */
export function wait(clock: RunClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      done()
    }
    const cancel = clock.after(ms, end)
    signal.addEventListener('abort', end)
  })
}
