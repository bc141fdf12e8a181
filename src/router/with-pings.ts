import type { Clock } from './clock.ts'
import { ping } from './events.ts'
import { pulled } from './pulled.ts'

const lf = 10
const cr = 13

/** Watches where events end: a blank line, in any of the three spellings of a line end. */
function eventBoundary() {
  let tail: number[] = []
  return {
    pass(bytes: Uint8Array) {
      if (bytes.length > 0) tail = [...tail, ...bytes.slice(-4)].slice(-4)
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

/** Passes an event stream on, with a ping after every `everyMs` of silence, but never inside an event. */
export function withPings(
  source: ReadableStream<Uint8Array>,
  everyMs: number,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  const boundary = eventBoundary()
  let reading: ReturnType<typeof reader.read> | undefined

  const silence = () => {
    let cancel = () => {}
    const over = new Promise<'silent'>((resolve) => {
      cancel = clock.after(everyMs, () => resolve('silent'))
    })
    return { over, cancel: () => cancel() }
  }

  async function next(): Promise<Uint8Array | undefined> {
    reading ??= reader.read()
    const { over, cancel } = silence()
    const read = await Promise.race([reading, over]).finally(cancel)
    if (read === 'silent') return boundary.isHere ? ping : next()
    reading = undefined
    if (read.value) boundary.pass(read.value)
    return read.value
  }

  return pulled(next, (reason) => reader.cancel(reason))
}
