import { createParser } from 'eventsource-parser'
import type { RawEvent } from './run-event.ts'

/** One event as it stands in the stream, without its time. */
export type StreamEvent = Omit<RawEvent, 'at'>

/** Text in, events out: the framing of server-sent events by the HTML standard, whatever the chunks. */
interface EventStream {
  /** The events that this text completes. */
  feed(text: string): StreamEvent[]
  /** Whether an event has begun and not ended: a stream that ends here was cut. */
  readonly unfinished: boolean
  /** An event passed the cap: nothing more is read. */
  readonly overflow: boolean
}

/** Makes a parser for one stream. `cap` bounds one event, in characters. */
export function createEventStream(cap: number): EventStream {
  let found: StreamEvent[] = []
  let overflow = false
  let tail = ''
  const parser = createParser({
    maxBufferSize: cap,
    onEvent: ({ event, data }) => {
      if (data.length > cap) overflow = true
      if (!overflow) found.push(event === undefined ? { data } : { name: event, data })
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflow = true
    },
  })
  return {
    feed(text) {
      if (overflow || text === '') return []
      found = []
      // A CR ends its line at once, but the parser waits for the LF that might follow: give it one and drop the real one.
      const fresh = tail.endsWith('\r') && text.startsWith('\n') ? text.slice(1) : text
      parser.feed(fresh.endsWith('\r') ? `${fresh}\n` : fresh)
      tail = text.length < 4 ? (tail + text).slice(-4) : text.slice(-4)
      return found
    },
    get unfinished() {
      return tail !== '' && !/(^|[\r\n])[\r\n]$/.test(tail.replaceAll('\r\n', '\n'))
    },
    get overflow() {
      return overflow
    },
  }
}
