import { ChatReader } from './chat-reader.ts'
import { DeltaParser } from './delta-parser.ts'
import { holdsError } from './error-body.ts'
import { isRecord, type JsonRecord, known, labelOf, listOf, recordOf, textOf } from './json-value.ts'
import type { KeyMask } from './key-mask.ts'
import type { MediaReader } from './media-reader.ts'
import { Outputs } from './outputs.ts'
import { failure, type Reading } from './reply-end.ts'
import { ResponsesReader } from './responses-reader.ts'
import type { NoticeKind, RawEvent, RunEvent } from './run-event.ts'
import { SequenceWatch } from './sequence-watch.ts'
import { type Finish, unmarkedEnd } from './unmarked-end.ts'

/** Reads one reply. Pure: no clock, no network; the same raw events give the same run events. */
export interface Reader {
  /** `closing`: the terminal mark came and only counts may follow. `ended`: nothing more is wanted. */
  readonly phase: 'open' | 'closing' | 'ended'
  /** What one raw event tells; never an `end`. Never throws. */
  push(raw: RawEvent): RunEvent[]
  /** The one `end`, behind the `error` that explains it where none was told yet; empty when called again. */
  finish(how: Finish): RunEvent[]
}

/** Makes what reads media for one reply. */
export type MediaReading = (outputs: Outputs) => MediaReader

export interface ReaderOptions {
  /** For replies of the media routes, which do not say what they are; loaded with the first of them. */
  readonly media?: MediaReading
  /** Whether the request asked for a stream; left out, nothing is said about the other kind coming. */
  readonly streamAsked?: boolean
  /** Whether our own router answers: only its word counts that a failed request was never sent on. */
  readonly own?: boolean
  /** Hides the connection's key in texts that bring it in pieces. */
  readonly mask?: KeyMask
}

/** Makes a reader for one reply, whichever convention it speaks and whether it streams or not. */
export function createReader(options: ReaderOptions = {}): Reader {
  return new TolerantReader(options)
}

class TolerantReader implements Reader {
  readonly #outputs: Outputs
  readonly #responses: ResponsesReader
  readonly #chat: ChatReader
  readonly #media: MediaReader | undefined
  readonly #parser = new DeltaParser()
  readonly #sequence = new SequenceWatch()
  #phase: Reader['phase'] = 'open'
  #ending: readonly RunEvent[] | undefined
  #finished = false
  #torn = false
  readonly #own: boolean
  /** The kind of reply that would be odd; told once. */
  #odd: 'whole' | 'event' | undefined

  constructor({ media, streamAsked, own = false, mask }: ReaderOptions) {
    this.#outputs = new Outputs(mask)
    this.#responses = new ResponsesReader(this.#outputs)
    this.#chat = new ChatReader(this.#outputs)
    this.#media = media?.(this.#outputs)
    this.#own = own
    if (streamAsked !== undefined) this.#odd = streamAsked ? 'whole' : 'event'
  }

  get phase(): Reader['phase'] {
    return this.#phase
  }

  push(raw: RawEvent): RunEvent[] {
    const text = raw.data.trim()
    // An empty event keeps the line open and says nothing.
    if (text === '') return []
    if (text === '[DONE]') return this.#transportEnded()
    const parsed = this.#parser.parse(raw.data)
    if (parsed.status === 'read') {
      const place = this.#sequence.see(parsed.value, raw.data, parsed.print)
      if (place.kind === 'repeated') return [notice('repeated', place.detail)]
      const events = this.#read(parsed.value, raw.name)
      return place.kind === 'fine' ? events : [notice(place.kind, place.detail), ...events]
    }
    if (this.#phase === 'ended') return [notice('after-end', raw.name)]
    if (raw.name === 'error' && parsed.status === 'not-json') return this.#take(failure(raw.data))
    this.#torn = parsed.status === 'not-json'
    return [notice(parsed.status, raw.name)]
  }

  finish(how: Finish): RunEvent[] {
    if (this.#finished) return []
    this.#finished = true
    // The end of one picture is not that of the others, unless the reply closed by itself.
    const isShort = this.#phase === 'open' && how !== 'closed' && this.#media?.isShort
    this.#phase = 'ended'
    const torn = how === 'whole' && this.#torn
    return [...((!isShort && this.#ending) || unmarkedEnd(torn ? 'torn' : how, this.#outputs.state))]
  }

  /** `[DONE]` ends the transport, but is no proof that the reply is whole. */
  #transportEnded(): RunEvent[] {
    this.#ending ??= unmarkedEnd('closed', this.#outputs.state)
    this.#phase = 'ended'
    return []
  }

  #read(value: unknown, name: string | undefined): RunEvent[] {
    if (!isRecord(value)) return [notice('unknown-event', name)]
    const type = textOf(value.type) ?? name
    if (this.#phase === 'ended') return this.#isEcho(value) ? [] : [notice('after-end', type)]
    if (Array.isArray(value.choices)) return this.#readChat(value)
    if (isWholeResponse(value, this.#media !== undefined)) return this.#take(this.#responses.readWhole(value), 'whole')
    const reading = type === undefined ? undefined : this.#responses.read(type, value)
    if (reading) return this.#take(reading, 'event')
    if (type === 'error' || holdsError(value)) return this.#take(failure(value))
    const media = this.#media?.read(type, value)
    if (media) return this.#take(media, type === undefined ? 'whole' : 'event')
    return [notice('unknown-event', type)]
  }

  #readChat(value: JsonRecord): RunEvent[] {
    const whole = listOf(value.choices).some((choice) => isRecord(recordOf(choice).message))
    const reading = this.#chat.read(value)
    const events = this.#take(reading, whole ? 'whole' : 'event')
    if (reading.countsMayFollow) this.#phase = 'closing'
    return events
  }

  /** A reply of the other kind than was asked for is read all the same. */
  #take({ events, end, moreMayFollow }: Reading, kind?: 'whole' | 'event'): RunEvent[] {
    if (end) {
      this.#ending = [end]
      if (!moreMayFollow) this.#phase = 'ended'
    }
    const told = this.#own ? [...events] : events.map(withoutStage)
    if (kind === undefined || kind !== this.#odd) return told
    this.#odd = undefined
    return [notice(kind === 'whole' ? 'not-a-stream' : 'unasked-stream'), ...told]
  }

  /** What says the known end once more: `response.failed` behind its `error`, counts behind the last word. */
  #isEcho(value: JsonRecord): boolean {
    const failed = this.#ending?.some((event) => event.kind === 'end' && event.status === 'failed') ?? false
    return (failed && value.type === 'response.failed') || (Array.isArray(value.choices) && value.choices.length === 0)
  }
}

/** A reply of a media route may have an `output` too. */
function isWholeResponse(value: JsonRecord, mayBeMedia: boolean): boolean {
  if (mayBeMedia) return value.object === 'response'
  if (value.object === 'response') return typeof value.type !== 'string'
  return value.type === undefined && (Array.isArray(value.output) || typeof value.output_text === 'string')
}

function withoutStage(event: RunEvent): RunEvent {
  if (event.kind !== 'error') return event
  const { stage: _, ...error } = event.error
  return { kind: 'error', error }
}

function notice(kind: NoticeKind, detail?: string): RunEvent {
  return { kind: 'notice', notice: kind, ...known({ detail: labelOf(detail) }) }
}
