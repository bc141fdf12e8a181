type Subscribe = (listener: () => void) => () => void

/** The listeners that wait for the end of a running pause, by its length in ms. */
const pauses = new Map<number, Set<() => void>>()

function begin(pause: number): void {
  const late = new Set<() => void>()
  pauses.set(pause, late)
  setTimeout(() => {
    if (late.size === 0) return void pauses.delete(pause)
    begin(pause)
    for (const tell of late) tell()
  }, pause)
}

/**
 * The same subscription, whose listener is called at most once in so many ms, and in the same task as those of all other subscriptions with
 * this pause: what shows several of them is drawn once. The first call after a pause without changes comes at once.
 */
export const slowly =
  (subscribe: Subscribe, pause: number): Subscribe =>
  (listener) => {
    const tell = () => listener()
    const end = subscribe(() => {
      const late = pauses.get(pause)
      if (late) return void late.add(tell)
      begin(pause)
      tell()
    })
    return () => {
      end()
      pauses.get(pause)?.delete(tell)
    }
  }
