import { isRecord, type JsonRecord, listOf } from '#contract/core/loose-json.ts'
import type { ReplyOutputs } from '../outputs.ts'
import { endOf, type Finish, type ReplyReading, unmarkedEnd } from '../reply-end.ts'
import type { MediaSource, RunEvent } from '../run-event.ts'
import { mediaOf } from './found-media.ts'
import { endOfDocument, type RouteReader, usageIn } from './route-reader.ts'
import { holdsPiece, joinsSound } from './sound-pieces.ts'

/** Whether the replies of a route should bring sound at once; that of a dubbing comes from its job. */
export const isSoundRoute = (endpoint: string): boolean => joinsSound(endpoint) || endpoint === 'audio.voice-design'

const endNames = /(?:^|[._-])(?:done|completed?|finished|end|final)$/i

/**
 * Reads replies of the routes that give sound, in any of the shapes of `wire-facts` §7.1.
 *
 * - A document: one `media` event for each sound in it, in its own order, then the document as `item` at the output after them. In it the
 *   base64 of a sound is `sha256:` and its hash, which leads to its `media` event; so the preview of a voice design (`previews[n]` with its
 *   `generated_voice_id`) finds its file, and those of equal bytes by their order.
 * - A stream of pieces: the sound is joined where media are extracted (`SoundPieces`) and comes as `media` at output 0; the times of
 *   characters beside the pieces are joined to one `item` at output 1 (`SoundNotes`).
 * - `{multipart: […]}`: see `read-multipart.ts`; the files first, then each part of JSON as an `item`.
 */
export class SoundReader implements RouteReader {
  readonly #outputs: ReplyOutputs
  readonly #notes = new SoundNotes()
  #place = 0
  #hasEvents = false
  #hasOther = false
  /** The reply names voices, whose previews may come without sound (`stream_previews`). */
  #hasVoices = false

  constructor(outputs: ReplyOutputs) {
    this.#outputs = outputs
  }

  see(data: string): void {
    this.#hasEvents = true
    this.#hasOther ||= /sha256:[0-9a-f]{64}/.test(data)
  }

  read(type: string | undefined, value: JsonRecord): ReplyReading | undefined {
    if (holdsPiece(value)) return this.#piece(type, value)
    if (type === undefined) return this.#whole(value)
    if (endNames.test(type) && (this.#outputs.state !== 'nothing' || mediaOf(value).length === 0))
      return { events: usageIn(value), end: endOf('completed') }
    return mediaOf(value).length > 0 || namesVoices(value) ? this.#whole(value) : undefined
  }

  readArray(data: readonly unknown[]): ReplyReading | undefined {
    return mediaOf({ data }).length > 0 ? this.#document({ data }) : undefined
  }

  gathered(): readonly RunEvent[] {
    const item = this.#notes.all
    return item === undefined ? [] : [{ kind: 'item', output: 1, item }]
  }

  ending(how: Finish, told: RunEvent | undefined, own: boolean): readonly RunEvent[] | undefined {
    // A reply of our own router that said nothing may be asked for again, which costs nothing: to that it stays open.
    if (!this.#hasEvents && own) return undefined
    const { state } = this.#outputs
    if (told === undefined) return how === 'closed' && state === 'nothing' ? noSound(this.#hasOther) : undefined
    if (told.kind !== 'end' || told.status !== 'completed') return undefined
    if (state === 'nothing') return this.#hasVoices ? undefined : noSound(this.#hasOther)
    return state === 'open' && how !== 'closed' && how !== 'whole' ? unmarkedEnd(how, 'open') : undefined
  }

  /** Pieces in events without a name have no end but that of the reply. */
  #piece(type: string | undefined, value: JsonRecord): ReplyReading {
    this.#outputs.open(0, 'media')
    this.#place = Math.max(1, this.#place)
    this.#notes.take(value)
    const events = usageIn(value)
    if (type === undefined) return { events, end: endOf('completed'), moreMayFollow: true }
    return endNames.test(type) ? { events, end: endOf('completed') } : { events }
  }

  /** A document, or between or after pieces an event without sound. */
  #whole(value: JsonRecord): ReplyReading {
    if (Array.isArray(value.multipart)) return this.#multipart(listOf(value.multipart).filter(isRecord))
    if (this.#outputs.state === 'open' && mediaOf(value).length === 0) {
      this.#notes.take(value)
      return { events: usageIn(value), end: endOf('completed'), moreMayFollow: true }
    }
    return this.#document(value)
  }

  #document(value: JsonRecord): ReplyReading {
    const media = mediaOf(value).map((source) => this.#finished(source))
    this.#hasVoices ||= namesVoices(value)
    const item: RunEvent = { kind: 'item', output: this.#next(), item: value }
    return { events: [...media, item, ...usageIn(value)], end: endOfDocument(value), moreMayFollow: true }
  }

  #multipart(parts: readonly JsonRecord[]): ReplyReading {
    const documents = parts.map(({ json }) => json).filter(isRecord)
    const sources = [...parts.map(({ body }) => body), ...documents].flatMap((one) => mediaOf(one))
    const media = sources.map((source) => this.#finished(source))
    const items = documents.map((item): RunEvent => ({ kind: 'item', output: this.#next(), item }))
    return { events: [...media, ...items, ...documents.flatMap(usageIn)], end: endOf('completed'), moreMayFollow: true }
  }

  #finished(source: MediaSource): RunEvent {
    const output = this.#next()
    this.#outputs.whole(output, 'media')
    return { kind: 'media', output, ...source }
  }

  #next(): number {
    this.#place += 1
    return this.#place - 1
  }
}

function noSound(hasOther: boolean): readonly RunEvent[] {
  const message = hasOther
    ? 'The reply contains data that this app does not recognise as audio. It is kept as a file.'
    : 'The reply contains no audio.'
  const error = { kind: 'api', code: 'no_audio', message } as const
  return [{ kind: 'error', error }, endOf('failed', 'no_audio')]
}

function namesVoices(value: unknown, depth = 0): boolean {
  if (depth > 4 || typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, one]) => (/^generated_?voice_?id$/i.test(key) && typeof one === 'string') || namesVoices(one, depth + 1),
  )
}

const names = ['alignment', 'normalized_alignment', 'normalizedAlignment'] as const

/** Joins the times of characters beside pieces of sound: `{ alignment: { characters, … }, normalized_alignment }` (ElevenLabs). */
export class SoundNotes {
  readonly #joined: Record<string, Map<string, unknown[]>> = {}

  take(event: JsonRecord): void {
    for (const name of names) {
      const times = event[name]
      if (!isRecord(times)) continue
      const lists = this.#joined[name] ?? new Map<string, unknown[]>()
      this.#joined[name] = lists
      for (const [key, value] of Object.entries(times)) {
        if (!Array.isArray(value)) continue
        const list = lists.get(key)
        if (list) for (const one of value) list.push(one)
        else lists.set(key, [...listOf(value)])
      }
    }
  }

  get all(): JsonRecord | undefined {
    const joined = Object.entries(this.#joined).map(([name, lists]) => [name, Object.fromEntries(lists)])
    return joined.length > 0 ? Object.fromEntries(joined) : undefined
  }
}
