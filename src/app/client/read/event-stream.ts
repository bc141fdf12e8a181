import { createParser } from 'eventsource-parser'
import type { RawEvent } from './run-event.ts'

/** In how many characters the name of a field, whole or damaged, is over. */
const longestName = 12

/**
 * Splits the text of a server-sent event stream into events, for any cutting of the text. `eventsource-parser` reads the lines; it is
 * fed one event at a time, because it reports neither how large the running event is nor the end of an event without data.
 * `id` and `retry` are ignored: a reply is never resumed. The byte order mark is removed by the decoder. One deviation from the
 * standard: an event without data takes as its data the JSON object of a line with an unknown field name, so that one damaged byte in
 * `data:` does not lose what was paid for.
 */
export class EventStream {
  readonly #cap: number
  readonly #parser = createParser({
    onEvent: ({ event, data }) => {
      this.#event = event === undefined ? { data } : { name: event, data }
    },
    onError: ({ line = '' }) => {
      this.#stray ??= objectIn(line)
    },
  })
  #event: Omit<RawEvent, 'at'> | undefined
  #stray: string | undefined
  /** The characters of the running event, without line ends. */
  #size = 0
  #isLineStart = true
  #afterReturn = false

  /** `cap` bounds one event, in characters without line ends. */
  constructor(cap: number) {
    this.#cap = cap
    // Before its first text, the parser removes three characters that are the bytes of a byte order mark read as Latin-1.
    this.#parser.feed('')
  }

  /** Whether an event has begun and not ended: a stream that ends here was cut. */
  get unfinished(): boolean {
    return this.#size > 0
  }

  /** An event passed the cap: nothing more is read. */
  get overflow(): boolean {
    return this.#size > this.#cap
  }

  feed(text: string, at: number): RawEvent[] {
    const lines = this.#afterReturn || text.includes('\r') ? this.#withLineFeeds(text) : text
    const found: RawEvent[] = []
    let start = 0
    for (let blank = this.#blankLine(lines, 0); blank >= 0; blank = this.#blankLine(lines, start)) {
      this.#read(lines.slice(start, blank))
      if (this.overflow) return found
      const event = this.#dispatch()
      if (event) found.push({ at, ...event })
      start = blank + 1
    }
    if (start < lines.length) this.#read(lines.slice(start))
    return found
  }

  /** A CR ends its line at once, whether or not an LF follows: the LF that begins the next text is dropped. */
  #withLineFeeds(text: string): string {
    const fresh = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r')
    return fresh.replaceAll(/\r\n?/g, '\n')
  }

  /** The place of the next line feed that ends an empty line; -1 where there is none. */
  #blankLine(lines: string, start: number): number {
    if (this.#isLineStart && lines.startsWith('\n', start)) return start
    const end = lines.indexOf('\n\n', start)
    return end < 0 ? -1 : end + 1
  }

  /** Reads lines of the running event, the last of which may be incomplete. */
  #read(lines: string): void {
    if (lines === '') return
    this.#size += lines.length - lineFeedsIn(lines)
    if (this.overflow) return
    this.#isLineStart = lines.endsWith('\n')
    this.#parser.feed(lines)
  }

  #dispatch(): Omit<RawEvent, 'at'> | undefined {
    const stray = this.#stray
    // The parser does not report an event without data, nor its name: an empty line of data makes it do so.
    this.#parser.feed(stray === undefined ? '\n' : 'data\n\n')
    const event = this.#event
    this.#event = undefined
    this.#stray = undefined
    this.#size = 0
    this.#isLineStart = true
    if (stray === undefined || event === undefined) return event
    return { ...event, data: event.data === '' ? stray : event.data.slice(0, -1) }
  }
}

/** The JSON object that ends a line, where nothing but a field name comes before it. */
function objectIn(line: string): string | undefined {
  const start = line.slice(0, longestName).indexOf('{')
  return start > 0 && line.endsWith('}') ? line.slice(start) : undefined
}

function lineFeedsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
