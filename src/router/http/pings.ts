import type { Clock } from '../clock.ts'
import { ping, pulled, takenOver } from './replies.ts'

const lf = 10
const cr = 13

/** Detects the end of events: a blank line, with LF, CR or CRLF as line end. */
function eventBoundary() {
  let tail: Uint8Array | number[] = []
  return {
    pass(bytes: Uint8Array) {
      tail = bytes.length >= 4 ? bytes.subarray(-4) : [...tail, ...bytes].slice(-4)
    },
    /** Nothing sent yet, or the last event is complete. */
    get isHere() {
      if (tail.length === 0) return true
      const [a, b, c, d] = [...Array<number>(4 - tail.length).fill(0), ...tail]
      const blank = (c === lf && d === lf) || (c === cr && d === cr)
      return blank || (a === cr && b === lf && c === cr && d === lf)
    },
  }
}

/** Forwards an event stream and inserts a ping after every `everyMs` without data, never inside an event. */
export function withPings(
  source: ReadableStream<Uint8Array>,
  everyMs: number,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const taken = takenOver(source)
  const boundary = eventBoundary()
  let reading: Promise<Uint8Array | undefined> | undefined
  /** While a read is pending: since when, and the function that resolves it with a ping. */
  let waiting: { readonly since: number; ping(): void } | undefined
  let stopTimer: (() => void) | undefined

  /** One timer serves all chunks: setting one for each would cost as much as the chunk. */
  function setTimer(ms: number): void {
    stopTimer = clock.after(ms, () => {
      stopTimer = undefined
      if (!waiting) return
      const left = waiting.since + everyMs - clock.now()
      if (left <= 0 && boundary.isHere) waiting.ping()
      else setTimer(left > 0 ? left : everyMs)
    })
  }

  function pieceOrPing(): Promise<Uint8Array | undefined> {
    reading ??= taken.next()
    const read = reading
    return new Promise((resolve, reject) => {
      waiting = { since: clock.now(), ping: () => resolve(ping) }
      read.then((value) => {
        reading = undefined
        if (value) boundary.pass(value)
        resolve(value)
      }, reject)
    })
  }

  async function next(): Promise<Uint8Array | undefined> {
    if (!stopTimer) setTimer(everyMs)
    let piece: Uint8Array | undefined
    try {
      piece = await pieceOrPing()
      return piece
    } finally {
      waiting = undefined
      if (!piece) stopTimer?.()
    }
  }

  return pulled(next, (reason) => {
    stopTimer?.()
    return taken.cancel(reason)
  })
}
