import type { RunClock } from './run-clock.ts'

/** `quiet`: within the limit. `stalled`: over the limit, shown. `over`: the run is ended. */
export type StallVerdict = 'quiet' | 'stalled' | 'over'

/** How often to ask for a verdict, in ms. */
export const stallPeriod = 5_000

// Ms: after sleep, broken connections are reported with a delay.
const graceTime = 10_000

/**
 * Measures the silence of a reply after its head. All times in ms on a monotone clock. A gap of more than two periods between two looks
 * means that the machine slept: the count restarts, and the verdict stays `quiet` for ten seconds.
 * @param limit silence that counts as a stall: 45 s where the router pings, 120 s elsewhere
 * @param end silence that ends the run
 */
export function createStallWatch(start: number, limit: number, end: number) {
  let heardAt = start
  let lookedAt = start
  let graceEnd = start
  return {
    heard(now: number): void {
      heardAt = now
    },
    look(now: number): StallVerdict {
      if (now - lookedAt > 2 * stallPeriod) {
        heardAt = now
        graceEnd = now + graceTime
      }
      lookedAt = now
      const silence = now - heardAt
      if (now < graceEnd || silence < limit) return 'quiet'
      return silence < end ? 'stalled' : 'over'
    },
  }
}

// Our own router pings every 15 s, so three are missing; other routers may compute in silence for longer.
const ownLimit = 45_000
const foreignLimit = 120_000
const endLimit = 15 * 60_000

/** Watches the silence of one reply, from its head until `end`. */
export interface Silence {
  /** Starts at the head. */
  begin(): void
  /** Restarts the count. */
  heard(): void
  verdict(): StallVerdict
  end(): void
}

/** `changed` is called with each new verdict. */
export function watchSilence(clock: RunClock, own: boolean, changed: (verdict: StallVerdict) => void): Silence {
  let watch: ReturnType<typeof createStallWatch> | undefined
  let verdict: StallVerdict = 'quiet'
  let callOff = () => {}

  function say(next: StallVerdict): void {
    if (next === verdict || verdict === 'over') return
    verdict = next
    changed(next)
  }
  function look(): void {
    if (watch === undefined) return
    say(watch.look(clock.mono()))
    if (verdict !== 'over') callOff = clock.after(stallPeriod, look)
  }

  return {
    begin() {
      watch ??= createStallWatch(clock.mono(), own ? ownLimit : foreignLimit, endLimit)
      callOff()
      callOff = clock.after(stallPeriod, look)
    },
    heard() {
      watch?.heard(clock.mono())
      say('quiet')
    },
    verdict: () => verdict,
    end: () => callOff(),
  }
}
