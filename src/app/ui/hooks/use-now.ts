import { useSyncExternalStore } from 'react'

/** The wall clock for everything on the page that shows a running time: one timer, which rests while the page is hidden. */
class Ticks {
  readonly #listeners = new Set<() => void>()
  #now = Date.now()
  #timer: ReturnType<typeof setInterval> | undefined

  readonly now = (): number => this.#now

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#timer === undefined) {
      this.#now = Date.now()
      this.#timer = setInterval(this.#tick, 1000)
      document.addEventListener('visibilitychange', this.#tick)
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
      document.removeEventListener('visibilitychange', this.#tick)
    }
  }

  readonly #tick = (): void => {
    if (document.visibilityState === 'hidden') return
    this.#now = Date.now()
    for (const listener of [...this.#listeners]) listener()
  }
}

const ticks = new Ticks()
const never = () => () => {}

/** Ms since 1970, renewed once a second while `isRunning` and the page is visible. */
export function useNow(isRunning = true): number {
  return useSyncExternalStore(isRunning ? ticks.subscribe : never, ticks.now)
}
