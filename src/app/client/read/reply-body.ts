import { createEventStream, type StreamEvent } from './event-stream.ts'
import { type BodyKind, sniffBody } from './sniff-body.ts'
import type { Finish } from './unmarked-end.ts'

/** The most that is read of a text reply: `event` in characters, `answer` in bytes. */
export interface Caps {
  readonly event: number
  readonly answer: number
}

const megabyte = 1024 * 1024

/** The caps of the rulings for text. */
export const textCaps: Caps = { event: 8 * megabyte, answer: 64 * megabyte }

/**
 * Bytes in, events out, for the body of a successful reply of whichever kind. A whole JSON body is one event, given by `end`.
 * Text is always UTF-8, whatever the headers say, as both the event-stream and the JSON standard want it.
 */
export class ReplyBody {
  readonly #contentType: string
  readonly #caps: Caps
  readonly #decoder = new TextDecoder()
  readonly #stream
  #kind: BodyKind | undefined
  /** What is not events is kept until it is whole. */
  #held: string[] = []
  #bytes = 0

  constructor(contentType: string, caps: Caps) {
    this.#contentType = contentType.toLowerCase()
    this.#caps = caps
    this.#stream = createEventStream(caps.event)
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

  push(bytes: Uint8Array): StreamEvent[] {
    this.#bytes += bytes.byteLength
    return this.overflow ? [] : this.#take(this.#decoder.decode(bytes, { stream: true }), false)
  }

  /** The last events, and how the body ended: `how` itself, unless the bytes say better. */
  end(how: Finish): { readonly events: StreamEvent[]; readonly how: Finish } {
    const events = this.#take(this.#decoder.decode(), true)
    if (this.#kind === 'json') {
      const whole = how === 'closed' ? 'whole' : how
      return { events: [{ data: this.#held.join('') }], how: whole }
    }
    return { events, how: how === 'closed' && this.#stream.unfinished ? 'cut' : how }
  }

  #take(text: string, last: boolean): StreamEvent[] {
    if (this.#kind === 'events') return this.#stream.feed(text)
    this.#held.push(text)
    if (this.#kind !== undefined || (!last && text.trim() === '')) return []
    this.#kind = sniffBody(this.#held.join(''), this.#contentType, last)
    return this.#kind === 'events' ? this.#stream.feed(this.#held.splice(0).join('')) : []
  }
}
