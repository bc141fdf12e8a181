import { EventStream } from './event-stream.ts'
import { type KeyMask, noMask } from './key-mask.ts'
import type { Finish } from './reply-end.ts'
import type { RawEvent } from './run-event.ts'

/** The most that is read of a text reply: `event` in characters, `answer` in bytes. */
export interface Caps {
  readonly event: number
  readonly answer: number
}

const megabyte = 1024 * 1024

/** JSON documents on lines of their own are read as the data of an event each; blank lines only keep the connection open. */
const betweenLines = '\n\ndata:'

/** The caps of the rulings for text. */
export const textCaps: Caps = { event: 8 * megabyte, answer: 64 * megabyte }

/**
 * Bytes in, events out, for the body of a successful reply of whichever kind. A whole JSON body is one event, given by `end`; JSON
 * documents on lines of their own are an event each.
 * Text is always UTF-8, whatever the headers say, as both the event-stream and the JSON standard want it.
 */
export class ReplyBody {
  readonly #contentType: string
  readonly #caps: Caps
  readonly #decoder = new TextDecoder()
  readonly #stream: EventStream
  readonly #mask: KeyMask
  #kind: BodyKind | undefined
  /** What is not events is kept until it is whole. */
  #held: string[] = []
  /** A line of what was held has ended. */
  #hasLine = false
  #isOneDocument = false
  #bytes = 0

  constructor(contentType: string, caps: Caps, mask: KeyMask = noMask) {
    this.#contentType = contentType.toLowerCase()
    this.#caps = caps
    this.#stream = new EventStream(caps.event)
    this.#mask = mask
  }

  /** Why no more should be read. */
  get overflow(): 'event-too-large' | 'answer-too-large' | undefined {
    if (this.#bytes > this.#caps.answer) return 'answer-too-large'
    return this.#stream.overflow ? 'event-too-large' : undefined
  }

  /** The text of a body that is neither events nor JSON: a proxy's page, or somebody's plain words. Known after `end`. */
  get foreign(): string | undefined {
    return this.#kind === 'page' || this.#kind === 'text' ? this.#held.join('') : undefined
  }

  /** The events that these bytes complete; `at` is their time. */
  push(bytes: Uint8Array, at: number): readonly RawEvent[] {
    this.#bytes += bytes.byteLength
    return this.overflow ? [] : this.#take(this.#decoder.decode(bytes, { stream: true }), at, false)
  }

  /** The last events, and how the body ended: `how` itself, unless the bytes say better. */
  end(how: Finish, at: number): { readonly events: readonly RawEvent[]; readonly how: Finish } {
    const events = this.#take(this.#decoder.decode(), at, true)
    if (this.#kind === 'json') {
      const whole = how === 'closed' ? 'whole' : how
      return { events: [{ at, data: this.#mask.hide(this.#held.join('')) }], how: whole }
    }
    if (this.#kind === 'lines') {
      // The last line may come without a line end.
      const left = this.#read('\n', at)
      const isCut = left.some(({ data }) => !/[}\]]\s*$/.test(data))
      return { events: [...events, ...left], how: how === 'closed' && isCut ? 'cut' : how }
    }
    return { events, how: how === 'closed' && this.#stream.unfinished ? 'cut' : how }
  }

  #take(text: string, at: number, last: boolean): readonly RawEvent[] {
    if (text === '' && !last) return []
    if (this.#kind === 'events' || this.#kind === 'lines') return this.#read(text, at)
    this.#held.push(text)
    if (this.#kind === 'json') return this.#readLines(text, at)
    if (this.#kind !== undefined || (!last && text.trim() === '')) return []
    const start = this.#held.join('')
    this.#kind = sniffBody(start, this.#contentType, last)
    if (this.#kind === undefined || this.#kind === 'page' || this.#kind === 'text') return []
    if (this.#kind !== 'json') {
      this.#held = []
      return this.#read(this.#kind === 'lines' ? `\n${start}` : start, at)
    }
    this.#held = [withoutNoise(start)]
    return this.#readLines(this.#held[0] ?? '', at)
  }

  /** What began as one document may turn out to be the first of several. */
  #readLines(news: string, at: number): readonly RawEvent[] {
    this.#hasLine ||= news.includes('\n')
    if (this.#isOneDocument || !this.#hasLine) return []
    const text = this.#held.join('')
    const layout = layoutOf(text)
    this.#isOneDocument = layout === 'one document'
    this.#held = layout === 'lines' ? [] : [text]
    if (layout !== 'lines') return []
    this.#kind = 'lines'
    return this.#read(`\n${text}`, at)
  }

  #read(text: string, at: number): readonly RawEvent[] {
    const events =
      this.#kind === 'lines'
        ? this.#stream.feed(text.replaceAll('\n', betweenLines), at).filter(({ data }) => data.trim() !== '')
        : this.#stream.feed(text, at)
    if (events.length === 0) return events
    // Only the first event can have begun before this text: where the key is not in it, the others need no look.
    const clean = events.length > 1 && this.#mask.hide(text) === text
    return events.map((event, nth) => (clean && nth > 0 ? event : eventWithoutKey(event, this.#mask)))
  }
}

/** The event with `[key]` wherever the key stood. */
export function eventWithoutKey({ at, name, data }: RawEvent, mask: KeyMask): RawEvent {
  const hidden = mask.hide(data)
  return name === undefined ? { at, data: hidden } : { at, name: mask.hide(name), data: hidden }
}

/** What a body is by its first bytes. `text`: none of the others, so not from a service that speaks our conventions. */
type BodyKind = 'events' | 'json' | 'lines' | 'page' | 'text'

const longestField = 'event:'.length
const field = /^(data|event|id|retry)?(:|[\r\n])/
const page = /^<[!?hb]/i

/** Bytes that are no text before the text begins: invalid ones, as the decoder replaces them, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for.
const noise = /^[\s\x00-\x1f\ufffd\ufeff]+/

const withoutNoise = (text: string): string => text.replace(noise, '')

/** The types that one JSON document a line is sent as. */
const statedLines = /ndjson|json-?l|json-seq|stream\+json/i

/**
 * Tells the kind of a successful reply by its first bytes, and by the stated type where these do not tell (`wire-facts` §0.1).
 * `undefined`: too little came to tell; the `last` time it tells in any case.
 */
export function sniffBody(start: string, contentType: string, last: boolean): BodyKind | undefined {
  const text = withoutNoise(start)
  const isEvents = /event-stream/i.test(contentType)
  const isLines = statedLines.test(contentType)
  if (text === '') return last ? 'events' : undefined
  if (text.startsWith('{') || text.startsWith('[')) return isLines ? 'lines' : 'json'
  if (text.startsWith('<') && (page.test(text) || !(isEvents || isLines))) return 'page'
  if (isEvents || field.test(text)) return 'events'
  if (isLines) return 'lines'
  return last || text.length >= longestField || /[\r\n]/.test(text) ? 'text' : undefined
}

/**
 * Whether a JSON text is one document or several on lines of their own; undefined while its first line is all there is. Between two
 * values inside of one document stands a comma, so that a line which ends a value and a next one which begins a value are two.
 */
function layoutOf(text: string): 'one document' | 'lines' | undefined {
  const end = text.indexOf('\n')
  if (end < 0) return undefined
  const next = /\S/.exec(text.slice(end))?.[0]
  if (next === undefined) return undefined
  return /[}\]]\s*$/.test(text.slice(Math.max(0, end - 40), end)) && /[{[]/.test(next) ? 'lines' : 'one document'
}
