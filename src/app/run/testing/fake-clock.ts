import type { RunClock } from '../life/run-clock.ts'

/** A clock that stands still until it is moved, for tests. */
export interface FakeClock extends RunClock {
  /** Moves both clocks and does what falls due, in order. */
  pass(ms: number): void
  /** Ms until the next work falls due; `Infinity` where there is none. */
  untilNext(): number
  /** As when the machine sleeps: time goes by, and what fell due is done afterwards. */
  sleep(ms: number): void
}

export function createFakeClock(start = 1_000_000): FakeClock {
  let time = 0
  const due = new Set<{ readonly at: number; readonly work: () => void }>()
  function runDue(until: number): void {
    const next = [...due].filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0]
    if (next === undefined) return
    due.delete(next)
    time = Math.max(time, next.at)
    next.work()
    runDue(until)
  }
  return {
    now: () => start + time,
    mono: () => time,
    after(ms, work) {
      const one = { at: time + ms, work }
      due.add(one)
      return () => due.delete(one)
    },
    pass(ms) {
      const until = time + ms
      runDue(until)
      time = until
    },
    untilNext: () => Math.max(0, Math.min(...[...due].map(({ at }) => at - time), Number.POSITIVE_INFINITY)),
    sleep(ms) {
      time += ms
      runDue(time)
    },
  }
}
