import { holdsError } from '#contract/core/errors.ts'
import {
  countOf,
  defined,
  isRecord,
  type JsonRecord,
  labelOf,
  listOf,
  parseData,
  recordOf,
  textOf,
} from '#contract/core/loose-json.ts'
import type { KeyMask } from '#media/key-mask.ts'
import type { RouteReader } from './media/route-reader.ts'
import { ReplyOutputs } from './outputs.ts'
import { type EventCount, type Finish, failure, type ReplyReading, unmarkedEnd } from './reply-end.ts'
import { ResponsesReader } from './responses-reader.ts'
import type { NoticeKind, RawEvent, RunEvent } from './run-event.ts'
import { Sources } from './sources.ts'

/** What reads one reply. */
export type Reader = Pick<ReplyReader, 'phase' | 'push' | 'finish'>

export type MediaReading = (outputs: ReplyOutputs) => RouteReader

/** The reading of a chat completion: token counts may still follow its end. */
export interface ChatReading extends ReplyReading {
  readonly countsMayFollow: boolean
}

interface ChatReader {
  read(data: JsonRecord): ChatReading
}

type ChatReaderClass = new (outputs: ReplyOutputs, sources: Sources) => ChatReader

export interface ReaderOptions {
  /** The page loads it with the first reply that may be a chat completion. */
  readonly chat?: ChatReaderClass
  /** For replies of media routes, whose events name no convention; loaded with the first of them. */
  readonly media?: MediaReading
  /** Whether the request asked for a stream. Without it, replies of the other kind cause no notice. */
  readonly streamAsked?: boolean
  /** Whether our own router answers: only its `stage` is trusted. */
  readonly own?: boolean
  /** Replaces a key that is spread over several deltas. */
  readonly mask?: KeyMask
}

/** In characters: how much of unread events goes into the failure. */
const longestRaw = 4000

/**
 * Reads one reply: Responses, and whatever else it was given readers for, streamed or not. Pure: no clock, no network; the same raw events
 * give the same run events.
 */
export class ReplyReader {
  readonly #outputs: ReplyOutputs
  readonly #responses: ResponsesReader
  readonly #sources = new Sources()
  #chat: ChatReader | undefined
  readonly #media: RouteReader | undefined
  readonly #sequence = new SequenceWatch()
  #phase: 'open' | 'closing' | 'ended' = 'open'
  #ending: readonly RunEvent[] | undefined
  #finished = false
  #torn = false
  /** `[DONE]` arrived: the transport has ended, whether or not the reply is complete. */
  #isDone = false
  readonly #own: boolean
  /** The kind of reply that was not asked for; reported once. */
  #odd: 'whole' | 'event' | undefined
  #counted: EventCount = { events: 0, unread: 0, raw: '' }

  constructor({ chat, media, streamAsked, own = false, mask }: ReaderOptions) {
    this.#outputs = new ReplyOutputs(mask)
    this.#responses = new ResponsesReader(this.#outputs, this.#sources)
    if (chat) this.learnChat(chat)
    this.#media = media?.(this.#outputs)
    this.#own = own
    if (streamAsked !== undefined) this.#odd = streamAsked ? 'whole' : 'event'
  }

  get phase(): 'open' | 'closing' | 'ended' {
    return this.#phase
  }

  /** Whether these events may be chat completions while no reader for them is loaded. */
  needsChat(raw: readonly RawEvent[]): boolean {
    return this.#chat === undefined && raw.some(({ data }) => data.includes('"choices"'))
  }

  learnChat(chat: ChatReaderClass): void {
    this.#chat ??= new chat(this.#outputs, this.#sources)
  }

  /** The run events of one raw event, without an `end`. Never throws. */
  push(raw: RawEvent): RunEvent[] {
    const text = raw.data.trim()
    // An empty event is a keep-alive.
    if (text === '') return []
    this.#media?.see(text)
    if (text === '[DONE]') {
      this.#isDone = true
      this.#phase = 'ended'
      return []
    }
    const told = this.#tell(raw)
    this.#count(raw, told.some(isUnread))
    return told
  }

  #count({ name, data }: RawEvent, isUnread: boolean): void {
    const { events, unread, raw } = this.#counted
    const more = isUnread && raw.length < longestRaw ? `${name === undefined ? '' : `event: ${name}\n`}${data}\n` : ''
    this.#counted = { events: events + 1, unread: unread + Number(isUnread), raw: (raw + more).slice(0, longestRaw) }
  }

  #tell(raw: RawEvent): RunEvent[] {
    const parsed = parseData(raw.data)
    if (parsed.status === 'read') {
      const place = this.#sequence.see(parsed.value, raw.data)
      if (place.kind === 'repeated') return [notice('repeated', place.detail)]
      const events = this.#read(parsed.value, raw.name)
      return place.kind === 'fine' ? events : [notice(place.kind, place.detail), ...events]
    }
    if (this.#phase === 'ended') return [notice('after-end', raw.name)]
    if (raw.name === 'error' && parsed.status === 'not-json') return this.#take(failure(raw.data))
    this.#torn = parsed.status === 'not-json'
    return [notice(parsed.status, raw.name)]
  }

  /** The one `end`, after an `error` where none was reported yet; empty when called again. */
  finish(how: Finish): RunEvent[] {
    if (this.#finished) return []
    this.#finished = true
    const torn = how === 'whole' && this.#torn
    const came = this.#isDone ? 'closed' : torn ? 'torn' : how
    this.#phase = 'ended'
    const short = this.#media?.ending(came, this.#ending?.[0], this.#own)
    const { state } = this.#outputs
    const queued = came === 'closed' && state === 'nothing' ? this.#responses.queuedEnd : undefined
    return [
      ...this.#outputs.flush(),
      ...(this.#media?.gathered?.() ?? []),
      ...(short ?? this.#ending ?? (queued ? [queued] : unmarkedEnd(came, state, this.#counted))),
    ]
  }

  #read(value: unknown, name: string | undefined): RunEvent[] {
    const list = Array.isArray(value) && this.#phase !== 'ended' ? this.#media?.readArray(value) : undefined
    if (list) return this.#take(list, 'whole')
    if (!isRecord(value)) return [notice('unknown-event', name)]
    const type = textOf(value.type) ?? name
    if (this.#phase === 'ended') return this.#isEcho(value) ? [] : [notice('after-end', type)]
    if (Array.isArray(value.choices) && this.#chat) return this.#readChat(this.#chat, value)
    if (isWholeResponse(value, this.#media !== undefined)) return this.#take(this.#responses.readWhole(value), 'whole')
    const reading = type === undefined ? undefined : this.#responses.read(type, value)
    if (reading) return this.#take(reading, 'event')
    if (type === 'error' || holdsError(value)) return this.#take(failure(value))
    const media = this.#media?.read(type, value)
    if (media) return this.#take(media, type === undefined ? 'whole' : 'event')
    return [notice('unknown-event', type)]
  }

  #readChat(chat: ChatReader, value: JsonRecord): RunEvent[] {
    const whole = listOf(value.choices).some((choice) => isRecord(recordOf(choice).message))
    const reading = chat.read(value)
    const events = this.#take(reading, whole ? 'whole' : 'event')
    if (reading.countsMayFollow) this.#phase = 'closing'
    return events
  }

  /** A reply of the kind that was not asked for is read all the same. */
  #take({ events, end, moreMayFollow }: ReplyReading, kind?: 'whole' | 'event'): RunEvent[] {
    if (end) {
      this.#ending = [end]
      if (!moreMayFollow) this.#phase = 'ended'
    }
    const told = this.#own ? [...events] : events.map(withoutStage)
    if (kind === undefined || kind !== this.#odd) return told
    this.#odd = undefined
    return [notice(kind === 'whole' ? 'not-a-stream' : 'unasked-stream'), ...told]
  }

  /** Whether an event repeats the end: `response.failed` after its `error`, counts after the last choice. */
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
  return { kind: 'notice', notice: kind, ...defined({ detail: labelOf(detail) }) }
}

const isUnread = (event: RunEvent) =>
  event.kind === 'notice' && /^(?:unknown-event|not-json|too-deep)$/.test(event.notice)

/** How a `sequence_number` compares with those before it. `detail` names the numbers for people. */
type Sequence = { readonly kind: 'fine' } | { readonly kind: 'repeated' | 'gap' | 'inversion'; readonly detail: string }

/** Compares the sequence numbers of a stream. Only exact repeats are to be dropped: many routers number badly. */
export class SequenceWatch {
  readonly #seen = new Map<number, number>()
  #highest = -1

  see(value: unknown, bytes: string): Sequence {
    const number = isRecord(value) ? countOf(value.sequence_number) : undefined
    if (number === undefined) return { kind: 'fine' }
    const mark = fingerprint(bytes)
    const before = this.#highest
    if (number <= before && this.#seen.get(number) === mark) return { kind: 'repeated', detail: `${number} again` }
    this.#seen.set(number, mark)
    this.#highest = Math.max(before, number)
    if (number <= before) return { kind: 'inversion', detail: `${number} after ${before}` }
    // Streams start at 0 or at 1.
    if (number > before + 1 && number > 1)
      return { kind: 'gap', detail: before < 0 ? `begins at ${number}` : `${before} → ${number}` }
    return { kind: 'fine' }
  }
}

function fingerprint(text: string): number {
  // A text above 64 K is media, which differs everywhere from other media: a sample of the characters suffices.
  const step = 1 + (text.length >>> 16)
  let print = text.length
  for (let at = 0; at < text.length; at += step) {
    print = Math.imul(print ^ text.charCodeAt(at), 0x9e3779b1)
    print ^= print >>> 15
  }
  return print
}
