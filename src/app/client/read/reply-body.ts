import { EventStream } from './event-stream.ts'
import { type KeyMask, noMask } from './key-mask.ts'
import { LineDecoder } from './line-decoder.ts'
import type { RawEvent } from './run-event.ts'
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
  readonly #decoder = new LineDecoder()
  readonly #stream: EventStream
  readonly #mask: KeyMask
  #kind: BodyKind | undefined
  /** What is not events is kept until it is whole. */
  #held: string[] = []
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
    return this.overflow ? [] : this.#take(this.#decoder.push(bytes), at, false)
  }

  /** The last events, and how the body ended: `how` itself, unless the bytes say better. */
  end(how: Finish, at: number): { readonly events: readonly RawEvent[]; readonly how: Finish } {
    const events = this.#take(this.#decoder.end(), at, true)
    if (this.#kind === 'json') {
      const whole = how === 'closed' ? 'whole' : how
      return { events: [{ at, data: this.#mask.hide(this.#held.join('')) }], how: whole }
    }
    return { events, how: how === 'closed' && this.#stream.unfinished ? 'cut' : how }
  }

  #take(text: string, at: number, last: boolean): readonly RawEvent[] {
    if (text === '' && !last) return []
    if (this.#kind === 'events') return this.#read(text, at)
    this.#held.push(text)
    if (this.#kind !== undefined || (!last && text.trim() === '')) return []
    this.#kind = sniffBody(this.#held.join(''), this.#contentType, last)
    return this.#kind === 'events' ? this.#read(this.#held.splice(0).join(''), at) : []
  }

  #read(text: string, at: number): readonly RawEvent[] {
    const events = this.#stream.feed(text, at)
    if (events.length === 0) return events
    // Only the first event can have begun before this text: where the key is not in it, the others need no look.
    const clean = events.length > 1 && this.#mask.hide(text) === text
    return events.map((event, nth) => (clean && nth > 0 ? event : withoutKey(event, this.#mask)))
  }
}

/** The event with `[key]` wherever the key stood. */
export function withoutKey({ at, name, data }: RawEvent, mask: KeyMask): RawEvent {
  const hidden = mask.hide(data)
  return name === undefined ? { at, data: hidden } : { at, name: mask.hide(name), data: hidden }
}
