import { type Turn, turn } from '../../runtime/event-loop.ts'
import type { Pause } from './timed-events.ts'

/** The ticker's source of time; replaced in tests. */
interface TickerTime {
  now(): number
  /** Calls `run` once after `ms` milliseconds, unless the function it gives back is called first. */
  after(ms: number, run: () => void): () => void
  /** Calls `run` after the event loop has polled for I/O. */
  afterPoll(run: () => void): void
}

const systemTime: TickerTime = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  afterPoll: setImmediate,
}

interface Sleeper {
  readonly due: number
  wake(): void
}

/** How early timers may fire. */
const earlyMs = 1

/**
 * One timer for all waiting streams. Node runs all due timers before it polls for I/O, also those that become due meanwhile: with a timer
 * for each token, some hundred streams would starve the poll. This timer resumes all due streams, each in its own turn, and is set again
 * only after a poll.
 */
export function createTicker(time: TickerTime = systemTime, takeTurn: Turn = turn): { readonly pause: Pause } {
  const sleepers = new Set<Sleeper>()
  let timer: { readonly due: number; cancel(): void } | undefined
  let isWaking = false

  function setTimer(due: number): void {
    if (isWaking || (timer && timer.due <= due)) return
    timer?.cancel()
    timer = { due, cancel: time.after(Math.max(0, due - time.now()), wakeAll) }
  }

  function wakeAll(): void {
    timer = undefined
    isWaking = true
    const now = time.now()
    for (const sleeper of sleepers) {
      if (sleeper.due > now + earlyMs) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    time.afterPoll(() => {
      isWaking = false
      if (sleepers.size > 0) setTimer(Math.min(...[...sleepers].map(({ due }) => due)))
    })
  }

  return {
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const sleeper: Sleeper = {
          due: time.now() + ms,
          async wake() {
            await takeTurn()
            signal.removeEventListener('abort', leave)
            resolve(time.now() - sleeper.due)
          },
        }
        const leave = () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        sleepers.add(sleeper)
        setTimer(sleeper.due)
      }),
  }
}
