import type { Clock } from './clock.ts'
import { createStallWatch, type StallVerdict, stallPeriod } from './stall.ts'

// Our own router pings every 15 s, so three are missing; other routers may think for a while.
const ownLimit = 45_000
const foreignLimit = 120_000
const endLimit = 15 * 60_000

/** Watches the silence of one reply, from its head until `end`. */
export interface Silence {
  /** The head has come. */
  begin(): void
  /** Something has come. */
  heard(): void
  verdict(): StallVerdict
  end(): void
}

/** `changed` is called whenever the verdict becomes another one. */
export function watchSilence(clock: Clock, own: boolean, changed: (verdict: StallVerdict) => void): Silence {
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
