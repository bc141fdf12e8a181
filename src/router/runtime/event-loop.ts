interface TurnsTime {
  now(): number
  /** Calls `run` after the event loop has polled for I/O. */
  afterPoll(run: () => void): void
  afterMicrotasks(run: () => void): void
}

const systemTime: TurnsTime = {
  now: () => performance.now(),
  afterPoll: setImmediate,
  // A tick scheduled by a tick would run before the microtasks of the first.
  afterMicrotasks: (run) => queueMicrotask(() => process.nextTick(run)),
}

/** Resolves when the caller may continue; undefined where it may continue immediately. */
export type Turn = () => Promise<void> | undefined

/** The longest slice of work between two polls for I/O. */
const sliceMs = 1

/** How long work is suspended in favour of polling while new connections arrive. */
const acceptMs = 4

/** Chunks of a body between two turns: a turn costs about as much as a chunk. */
export const piecesInATurn = 16

/**
 * A FIFO scheduler for work on the event loop. Node drains all microtasks before it polls for I/O, so a body that never runs dry, or some
 * hundred simultaneous requests, would starve everything else. Each caller runs until it next awaits something; after each slice the
 * loop polls.
 *
 * Node accepts one connection for each poll. With a slice of work between polls, a burst of some hundred connections would wait for
 * seconds; therefore work is suspended briefly while connections arrive. @internal
 */
export function createTurns({ now, afterPoll, afterMicrotasks }: TurnsTime = systemTime): {
  readonly turn: Turn
  /** To be called for each connection that was accepted. */
  readonly noteConnection: () => void
} {
  const waiting: (() => void)[] = []
  let hasConnection = false
  let sliceEnd = Number.NEGATIVE_INFINITY
  let isTaken = false

  function beginSlice(): void {
    const acceptEnd = now() + acceptMs
    const look = () =>
      afterPoll(() => {
        const mayLook = hasConnection && now() < acceptEnd
        hasConnection = false
        if (mayLook) return look()
        sliceEnd = now() + sliceMs
        next()
      })
    look()
  }

  function next(): void {
    const resume = waiting.shift()
    isTaken = resume !== undefined
    if (!resume) return
    resume()
    afterMicrotasks(() => (now() < sliceEnd ? next() : beginSlice()))
  }

  function turn(): Promise<void> | undefined {
    if (!isTaken && now() < sliceEnd) return undefined
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (isTaken) return
      isTaken = true
      beginSlice()
    })
  }

  return {
    turn,
    noteConnection() {
      hasConnection = true
    },
  }
}

/** One scheduler for the process, which has one event loop. */
export const { turn, noteConnection } = createTurns()
