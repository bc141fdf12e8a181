import type { Clock } from '../runtime/system-clock.ts'

/** A clock that stands still until it is told to go on. */
export function testClock(start = Date.UTC(2026, 0, 1)) {
  let now = start
  let waiting: { readonly at: number; readonly run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
  }
  return {
    clock,
    /** Goes on by `ms`, and lets everything that follows from it happen. */
    async pass(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
