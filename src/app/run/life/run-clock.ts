import type { Stamp } from './states.ts'

/** The time source of runs, replaced in tests. */
export interface RunClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds on a counter that only goes forward. */
  mono(): number
  /** Runs the work once after at least `ms` milliseconds; returns the function that cancels it. */
  after(ms: number, work: () => void): () => void
}

/** This moment, for a row's log. */
export function stampOf(clock: RunClock): Stamp {
  return { at: clock.now(), mono: clock.mono() }
}

/** Rejects with a `TimeoutError` after `ms`, so that hanging storage does not block the page. */
export async function within<T>(clock: RunClock, ms: number, promise: Promise<T>): Promise<T> {
  let callOff = () => {}
  const late = new Promise<never>((_, reject) => {
    callOff = clock.after(ms, () => reject(new DOMException('It took too long.', 'TimeoutError')))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    callOff()
  }
}

/** Timeout of a storage write in ms; grows with the size of the files. */
export function writeTimeout(files: readonly { readonly size: number }[] = []): number {
  return 10_000 + files.reduce((sum, { size }) => sum + size, 0) / 4000
}
