import type { RawEvent } from './run-event.ts'

const colon = 58
const space = 32
const brace = 125

/** In how many characters the name of a field, whole or damaged, is over. */
const longestName = 12

/**
 * Text in, events out: the framing of server-sent events by the HTML standard, whatever the chunks. Only `event` and `data` are
 * read: a reply is never resumed, so `id` and `retry` mean nothing. The byte order mark is the decoder's business. One thing goes
 * beyond the standard: an event without data that has a JSON object under another name counts as having that, since a single
 * damaged byte in `data:` must not hide what was paid for.
 */
export class EventStream {
  readonly #cap: number
  /** The pieces of a line whose end has not come: joined once, so that a line costs its length however it comes. */
  #held: string[] = []
  #name = ''
  #data: string | undefined
  /** The JSON object of a line whose field is none of the standard's. */
  #stray: string | undefined
  /** What has come of the running event, in characters. */
  #size = 0
  #afterReturn = false

  /** `cap` bounds one event, in characters. */
  constructor(cap: number) {
    this.#cap = cap
  }

  /** Whether an event has begun and not ended: a stream that ends here was cut. */
  get unfinished(): boolean {
    return this.#size > 0
  }

  /** An event passed the cap: nothing more is read. */
  get overflow(): boolean {
    return this.#size > this.#cap
  }

  /** The events that this text completes; `at` is their time. */
  feed(text: string, at: number): RawEvent[] {
    const lines = this.#afterReturn || text.includes('\r') ? this.#withLineFeeds(text) : text
    const found: RawEvent[] = []
    let start = 0
    for (let end = lines.indexOf('\n'); end >= 0 && !this.overflow; end = lines.indexOf('\n', start)) {
      if (this.#held.length > 0) this.#endHeld(lines.slice(start, end))
      else if (start < end) this.#line(lines, start, end)
      else this.#dispatch(found, at)
      start = end + 1
    }
    this.#hold(lines.slice(start))
    return found
  }

  /** A CR ends its line at once, whether or not an LF follows: the one that begins the next text is dropped. */
  #withLineFeeds(text: string): string {
    const fresh = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#afterReturn = text === '' ? this.#afterReturn : text.endsWith('\r')
    return fresh.replaceAll(/\r\n?/g, '\n')
  }

  #hold(piece: string): void {
    if (piece === '') return
    this.#held.push(piece)
    this.#size += piece.length
  }

  #endHeld(piece: string): void {
    const line = [...this.#held, piece].join('')
    this.#size -= line.length - piece.length
    this.#held = []
    this.#line(line, 0, line.length)
  }

  #line(text: string, start: number, end: number): void {
    this.#size += end - start
    const data = valueIn('data', text, start, end)
    if (data === undefined) this.#other(text, start, end)
    else this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`
  }

  #other(text: string, start: number, end: number): void {
    const name = valueIn('event', text, start, end)
    if (name !== undefined) this.#name = name
    else if (this.#data === undefined) this.#stray ??= objectIn(text, start, end)
  }

  #dispatch(found: RawEvent[], at: number): void {
    const data = this.#data ?? this.#stray
    if (data !== undefined) found.push(this.#name === '' ? { at, data } : { at, name: this.#name, data })
    this.#name = ''
    this.#data = undefined
    this.#stray = undefined
    this.#size = 0
  }
}

/** The JSON object that ends the line from `start` to `end`, where it is no comment and the object stands behind no more than a name. */
function objectIn(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) === colon || text.charCodeAt(end - 1) !== brace) return undefined
  const at = text.slice(start, start + longestName).indexOf('{')
  return at < 1 ? undefined : text.slice(start + at, end)
}

/** The value of the line from `start` to `end`, where it is one of this field. */
function valueIn(field: string, text: string, start: number, end: number): string | undefined {
  const behind = start + field.length
  if (!text.startsWith(field, start)) return undefined
  if (behind === end) return ''
  if (text.charCodeAt(behind) !== colon) return undefined
  return text.slice(text.charCodeAt(behind + 1) === space ? behind + 2 : behind + 1, end)
}
