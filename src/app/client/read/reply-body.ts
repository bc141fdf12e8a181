import { parseData } from '#contract/core/loose-json.ts'
import type { ReplyCaps } from '#contract/routes.ts'
import { type KeyMask, noMask } from '#media/key-mask.ts'
import { EventStream } from './event-stream.ts'
import type { Finish } from './reply-end.ts'
import type { RawEvent } from './run-event.ts'

const betweenLines = '\n\ndata:'

/** Decodes a successful reply: an event stream, one JSON document (given by `end`), or JSON lines. Always UTF-8, as they require. */
export class ReplyBody {
  readonly #contentType: string
  readonly #caps: ReplyCaps
  readonly #decoder = new TextDecoder()
  readonly #stream: EventStream
  readonly #mask: KeyMask
  #kind: BodyKind | undefined
  /** The text of a body that is no event stream, kept until it is complete. */
  #held: string[] = []
  #hasLine = false
  #isOneDocument = false
  #bytes = 0

  constructor(contentType: string, caps: ReplyCaps, mask: KeyMask = noMask) {
    this.#contentType = contentType.toLowerCase()
    this.#caps = caps
    this.#stream = new EventStream(caps.event)
    this.#mask = mask
  }

  /** The limit that was exceeded: no more should be read. */
  get overflow(): 'event-too-large' | 'answer-too-large' | undefined {
    if (this.#bytes > this.#caps.answer) return 'answer-too-large'
    return this.#stream.overflow ? 'event-too-large' : undefined
  }

  get isDocument(): boolean {
    return this.#kind === 'json'
  }

  /** The text of a body that is neither events nor JSON, such as a proxy's page. Known after `end`. */
  get foreign(): string | undefined {
    return this.#kind === 'page' || this.#kind === 'text' ? this.#held.join('') : undefined
  }

  push(bytes: Uint8Array, at: number): readonly RawEvent[] {
    this.#bytes += bytes.byteLength
    return this.overflow ? [] : this.#take(this.#decoder.decode(bytes, { stream: true }), at, false)
  }

  /** The last events, and how the body ended: `how`, unless the bytes are more precise. */
  end(how: Finish, at: number): { readonly events: readonly RawEvent[]; readonly how: Finish } {
    const events = this.#take(this.#decoder.decode(), at, true)
    if (this.#kind === 'json') {
      const whole = how === 'closed' ? 'whole' : how
      return { events: [{ at, data: this.#mask.hide(this.#held.join('')) }], how: whole }
    }
    if (this.#kind === 'lines') {
      // The last line may lack its line end.
      const left = this.#read('\n', at)
      const isCut = left.some(({ data }) => !/[}\]]\s*$/.test(data))
      return { events: [...events, ...left], how: how === 'closed' && isCut ? 'cut' : how }
    }
    if (how !== 'closed' || !this.#stream.unfinished) return { events, how }
    // Some routers write no blank line behind the last event: it came whole where it can be read.
    const left = this.#read('\n\n', at)
    const isWhole = left.length > 0 && left.every(({ data }) => data === '[DONE]' || parseData(data).status === 'read')
    return isWhole ? { events: [...events, ...left], how } : { events, how: 'cut' }
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

  /** Switches to JSON lines where the first document is followed by another. */
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
    // Only the first event can have begun before this text; the others need no search where the text is free of the key.
    const clean = events.length > 1 && this.#mask.hide(text) === text
    return events.map((event, nth) => (clean && nth > 0 ? event : eventWithoutKey(event, this.#mask)))
  }
}

/** The event with `[key]` in place of the key. */
export function eventWithoutKey({ at, name, data }: RawEvent, mask: KeyMask): RawEvent {
  const hidden = mask.hide(data)
  return name === undefined ? { at, data: hidden } : { at, name: mask.hide(name), data: hidden }
}

/** The kind of a body by its first bytes. `text`: none of the others, so not a reply in our conventions. */
type BodyKind = 'events' | 'json' | 'lines' | 'page' | 'text'

const longestField = 'event:'.length
const field = /^(data|event|id|retry)?(:|[\r\n])/
const page = /^<[!?hb]/i

/** Replacement characters of invalid bytes, and control characters, before the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for.
const noise = /^[\s\x00-\x1f\ufffd\ufeff]+/

const withoutNoise = (text: string): string => text.replace(noise, '')

const statedLines = /ndjson|json-?l|json-seq|stream\+json/i

/** The kind by the first bytes, else by the stated type (`wire-facts` §0.1). Undefined for too few bytes, unless they are the `last`. */
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

/** Undefined before the second line. A line that ends a value before one that begins one makes JSON lines. */
function layoutOf(text: string): 'one document' | 'lines' | undefined {
  const end = text.indexOf('\n')
  if (end < 0) return undefined
  const next = /\S/.exec(text.slice(end))?.[0]
  if (next === undefined) return undefined
  return /[}\]]\s*$/.test(text.slice(Math.max(0, end - 40), end)) && /[{[]/.test(next) ? 'lines' : 'one document'
}
