import type { RunClock } from './run-clock.ts'

/** `quiet`: within the limit. `stalled`: over the limit, shown. `over`: the run is ended. */
type StallVerdict = 'quiet' | 'stalled' | 'over'

/** Ms between two looks. */
export const stallPeriod = 5_000

// Our own router pings every 15 s, so three are missing; other routers may compute in silence for longer.
const ownLimit = 45_000
const foreignLimit = 120_000
const endLimit = 15 * 60_000

/**
 * Watches the silence of one reply, from its head until `end`; `changed` is called with each new verdict. A gap of more than two periods
 * between two looks means that the machine slept: the count restarts, since broken connections are reported with a delay.
 */
export function watchSilence(clock: RunClock, own: boolean, changed: (verdict: StallVerdict) => void) {
  const limit = own ? ownLimit : foreignLimit
  let [heardAt, lookedAt] = [0, 0]
  let verdict: StallVerdict = 'quiet'
  let callOff = () => {}

  function say(next: StallVerdict): void {
    if (next === verdict || verdict === 'over') return
    verdict = next
    changed(next)
  }
  function look(): void {
    const now = clock.mono()
    if (now - lookedAt > 2 * stallPeriod) heardAt = now
    lookedAt = now
    const silence = now - heardAt
    say(silence < limit ? 'quiet' : silence < endLimit ? 'stalled' : 'over')
    if (verdict !== 'over') callOff = clock.after(stallPeriod, look)
  }

  return {
    /** To be called at the head. */
    begin() {
      heardAt = clock.mono()
      lookedAt = heardAt
      callOff()
      callOff = clock.after(stallPeriod, look)
    },
    /** Restarts the count. */
    heard() {
      heardAt = clock.mono()
      say('quiet')
    },
    verdict: () => verdict,
    end: () => callOff(),
  }
}
