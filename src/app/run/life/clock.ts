import type { Stamp } from './states.ts'

/** Time, as the runner sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds on a counter that only goes forward. */
  mono(): number
  /** Does the work once, after at least so many milliseconds; gives the function that calls it off. */
  after(ms: number, work: () => void): () => void
}

/** This moment, for a row's log. */
export function stampOf(clock: Clock): Stamp {
  return { at: clock.now(), mono: clock.mono() }
}

/** Rejects with a `TimeoutError` where the promise takes too long: storage that hangs must not hang the page. */
export async function within<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T> {
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

/** How long storage may take in ms before it counts as hanging: large files take their time. */
export function patienceFor(files: readonly { readonly size: number }[] = []): number {
  return 10_000 + files.reduce((sum, { size }) => sum + size, 0) / 4000
}
