/** What turns need of the event loop; a test brings its own. */
interface TurnsTime {
  /** Milliseconds since any moment. */
  now(): number
  /** Calls `run` once the event loop has looked for input. */
  afterPoll(run: () => void): void
  /** Calls `run` once no microtask is left. */
  afterMicrotasks(run: () => void): void
}

const systemTime: TurnsTime = {
  now: () => performance.now(),
  afterPoll: setImmediate,
  // A tick scheduled by a tick would run before the microtasks of the first.
  afterMicrotasks: (run) => queueMicrotask(() => process.nextTick(run)),
}

/** Resolves when the caller may go on; undefined where it may at once. */
export type Turn = () => Promise<void> | undefined

/** How long work may go on before the event loop looks for input. */
const sliceMs = 1

/** How long the loop does nothing but look for input while new connections keep coming. */
const acceptMs = 4

/** So many pieces of a body may pass between two turns: taking one costs about as much as a piece. */
export const piecesInATurn = 16

/**
 * Shares the event loop among all who have something to do for as long as they are let. Node finishes all microtasks before it looks at a
 * socket: a body that always has more, or some hundred requests at once, would keep everything else waiting. Whoever asks goes on in
 * the order of asking, one after the other, each until it waits for something, and after each slice the loop looks for input.
 *
 * Node accepts one connection each time that the loop looks for input. With a slice of work between any two, a burst of some hundred
 * connections would wait for seconds: while they come, work stands back for a moment. @internal
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

/** The turns of this process: it has one event loop. */
export const { turn, noteConnection } = createTurns()
