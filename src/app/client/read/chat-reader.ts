import {
  countOf,
  defined,
  isRecord,
  type JsonRecord,
  labelOf,
  listOf,
  ownOf,
  recordOf,
  textOf,
} from '#contract/core/loose-json.ts'
import { type ChatCall, type ChatCallPiece, ChatCalls } from '#contract/responses/chat-calls.ts'
import {
  besideChoices,
  contentIn,
  isThought,
  reasoningIn,
  saidIn,
  speaks,
  UnreadParts,
  unreadFields,
} from './chat-fields.ts'
import { readPart, saysSomething } from './content-part.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs } from './outputs.ts'
import { type End, endOf, failure } from './reply-end.ts'
import { type ChatReading, type Reader, type ReaderOptions, ReplyReader } from './reply-reader.ts'
import { type MediaSource, type RunEvent, readUsage } from './run-event.ts'
import type { Sources } from './sources.ts'

/** Reads chat completions, streamed and whole, into the same run events as Responses. Pure; one instance a reply. */
export class ChatReader {
  readonly #outputs: ReplyOutputs
  readonly #sources: Sources
  readonly #unread = new UnreadParts()
  /** Output indexes, assigned in the order of first content, since the convention has none. */
  readonly #places = new Map<string, number>()
  readonly #calls = new Map<number, ChatCalls>()
  readonly #callPlaces = new Map<ChatCall, number>()
  /** Begins the ids of calls to which the router gives none: they are not to be the same in two replies of a conversation. */
  #ownIds = 'call_'
  readonly #open = new Set<number>()
  readonly #ends = new Map<number, End>()
  #told = false

  constructor(outputs: ReplyOutputs, sources: Sources) {
    this.#outputs = outputs
    this.#sources = sources
  }

  read(data: JsonRecord): ChatReading {
    const usage = readUsage(data.usage)
    const counts: RunEvent[] = usage ? [{ kind: 'usage', usage }] : []
    const choices = listOf(data.choices).filter(isRecord)
    const before = this.#ended()
    if (before) {
      const late = choices.flatMap((choice) => this.#late(choice))
      return { events: [...counts, ...this.#beside(data), ...late], end: before, countsMayFollow: !usage }
    }
    const spoken = choices.flatMap((choice, at) => this.#choice(choice, at))
    const events = [...this.#tell(data), ...spoken, ...this.#beside(data), ...counts]
    const end = this.#ended()
    if (isRecord(data.error) || textOf(data.error) || end?.status === 'failed') {
      const failed = failure(data.error ? data : (choices.find(({ error }) => error) ?? data))
      return { ...failed, events: [...events, ...failed.events], countsMayFollow: false }
    }
    if (!end) return { events, countsMayFollow: false }
    return { events, end, countsMayFollow: !usage && choices.every((choice) => !isRecord(choice.message)) }
  }

  /** Once every choice has ended: the end of the first one that did not end well, else of the first. */
  #ended(): End | undefined {
    if (this.#open.size > 0) return undefined
    const ends = [...this.#ends.values()]
    return ends.find(({ status }) => status !== 'completed') ?? ends[0]
  }

  #tell(data: JsonRecord): RunEvent[] {
    const id = labelOf(textOf(data.id))
    const model = labelOf(textOf(data.model))
    if (!this.#told) this.#ownIds = `call_${`${id ?? ''}${data.created ?? ''}`.replaceAll(/[^\w-]/g, '').slice(-40)}_`
    if (this.#told || (id === undefined && model === undefined)) return []
    this.#told = true
    return [{ kind: 'response', ...defined({ id, model }) }]
  }

  #choice(choice: JsonRecord, at: number): RunEvent[] {
    const number = countOf(choice.index) ?? at
    const isWhole = choice.message !== undefined && choice.message !== null
    // Some routers repeat the whole message at the end of a stream.
    const isRepeat = isWhole && this.#places.size > 0 && this.#open.has(number)
    const events = isRepeat ? this.#repeat(number, saidIn(choice)) : this.#said(number, choice, isWhole)
    const end = endOfChoice(textOf(choice.finish_reason) ?? (isWhole ? 'stop' : undefined))
    if (!end) {
      if (!this.#ends.has(number)) this.#open.add(number)
      return events
    }
    this.#open.delete(number)
    this.#ends.set(number, this.#ends.get(number) ?? end)
    return [...events, ...this.#settleCalls(number, end.status !== 'completed')]
  }

  #said(number: number, choice: JsonRecord, isWhole: boolean): RunEvent[] {
    const said = saidIn(choice)
    return [
      ...this.#say(`${number} reasoning`, { kind: 'reasoning' }, reasoningIn(said)),
      ...contentIn(said.content).flatMap((part) => this.#part(number, part, isThought(said))),
      // The older completions have a text and no message.
      ...this.#say(`${number} text`, { kind: 'text', part: 0 }, textOf(choice.text) ?? ''),
      ...this.#say(`${number} text`, { kind: 'refusal' }, textOf(said.refusal) ?? ''),
      ...this.#media(number, said),
      ...this.#callsIn(number, said, isWhole),
      ...this.#cited(said),
      ...unreadFields(said).flatMap(([name, value]) => this.#unreadField(`${number} ${name}`, name, value)),
    ]
  }

  /** A whole message behind its deltas: its texts are settled, of the rest only what is new is read. */
  #repeat(number: number, said: JsonRecord): RunEvent[] {
    const parts = contentIn(said.content).map((part) => readPart(part))
    const answer = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')
    const thought = reasoningIn(said)
    return [
      ...(thought === ''
        ? []
        : this.#outputs.settle(this.#place(`${number} reasoning`), { kind: 'reasoning' }, thought)),
      ...(answer === '' ? [] : this.#outputs.settle(this.#place(`${number} text`), { kind: 'text', part: 0 }, answer)),
      ...(this.#calls.get(number)?.any ? [] : this.#callsIn(number, said, true)),
      ...this.#cited(said),
    ]
  }

  /** Content after the end of a choice is ignored, except citations. */
  #late(choice: JsonRecord): RunEvent[] {
    const cited = this.#cited(saidIn(choice))
    return speaks(choice) ? [...cited, { kind: 'notice', notice: 'after-end', detail: 'chat.completion.chunk' }] : cited
  }

  #cited(said: JsonRecord): RunEvent[] {
    return this.#sources.add(said.annotations, said.citations, recordOf(said.context).citations)
  }

  /** Fields beside the choices, which most routers repeat with every chunk. */
  #beside(data: JsonRecord): RunEvent[] {
    const more = besideChoices.flatMap((name) => {
      const said = ownOf(data, name)
      const value = saysSomething(said) ? this.#unread.replace(`beside ${name}`, said) : undefined
      return value === undefined ? [] : this.#item(`beside ${name}`, { [name]: value })
    })
    return [...this.#sources.add(data.citations, data.search_results, data.sources, data.web_search), ...more]
  }

  #part(choice: number, part: JsonRecord, isThought: boolean): RunEvent[] {
    const read = readPart(part)
    const cited = this.#sources.add(part.annotations, part.citations)
    switch (read.kind) {
      case 'text':
        if (isThought) return this.#say(`${choice} reasoning`, { kind: 'reasoning' }, read.text)
        return [...this.#say(`${choice} text`, { kind: 'text', part: 0 }, read.text), ...cited]
      case 'reasoning':
        return this.#say(`${choice} reasoning`, { kind: 'reasoning' }, read.text)
      case 'refusal':
        return this.#say(`${choice} text`, { kind: 'refusal' }, read.text)
      case 'media':
        return [...this.#say(`${choice} text`, { kind: 'text', part: 0 }, read.words), ...this.#picture(read.media)]
      case 'unread': {
        const name = `${choice} part ${textOf(part.type) ?? ''}`
        const value = this.#unread.add(name, part)
        return value === undefined ? cited : [...cited, ...this.#item(name, value)]
      }
      case 'nothing':
        return cited
    }
  }

  #media(choice: number, { images, audio }: JsonRecord): RunEvent[] {
    const pictures = contentIn(images).flatMap((image) => {
      const media = mediaIn({ type: 'image', ...image })
      return media ? this.#picture(media) : this.#unreadField(`${choice} images`, 'images', [image])
    })
    if (!isRecord(audio)) return pictures
    const { transcript, data, ...facts } = audio
    const words = this.#say(`${choice} text`, { kind: 'text', part: 0 }, textOf(transcript) ?? '')
    const sound = mediaIn({ data })
    if (sound) return [...pictures, ...words, ...this.#picture(sound)]
    const pieces = textOf(data)
    if (pieces === undefined) return [...pictures, ...words]
    const place = `${choice} audio`
    const all = this.#unread.add(place, pieces)
    const length = typeof all === 'string' ? all.length : 0
    return [...pictures, ...words, ...this.#item(place, { type: 'audio', ...facts, base64_characters: length })]
  }

  #picture(media: MediaSource): RunEvent[] {
    const output = this.#outputs.next
    this.#outputs.whole(output, 'media')
    return [{ kind: 'media', output, ...media }]
  }

  #unreadField(place: string, name: string, value: unknown): RunEvent[] {
    const all = this.#unread.add(place, value)
    return all === undefined ? [] : this.#item(place, { [name]: all })
  }

  #item(place: string, item: unknown): RunEvent[] {
    const output = this.#place(`${place} as it came`)
    this.#outputs.whole(output, 'item')
    return [{ kind: 'item', output, item }]
  }

  #say(key: string, slot: Parameters<ReplyOutputs['add']>[1], text: string): RunEvent[] {
    return text === '' ? [] : this.#outputs.add(this.#place(key), slot, text)
  }

  #callsIn(choice: number, { tool_calls, function_call }: JsonRecord, isWhole: boolean): RunEvent[] {
    const listed = listOf(tool_calls).filter(isRecord)
    // The older convention has one call, which some routers send beside the list.
    const entries = listed.length === 0 && isRecord(function_call) ? [{ function: function_call }] : listed
    return entries.flatMap((entry, at) => {
      if (!isCall(entry)) return this.#unreadField(`${choice} tool_calls`, 'tool_calls', [entry])
      const calls = this.#calls.get(choice) ?? new ChatCalls()
      this.#calls.set(choice, calls)
      return this.#call(calls.read(entry, { isWhole, nth: entries.length > 1 ? at : undefined }))
    })
  }

  #call({ call, text }: ChatCallPiece): RunEvent[] {
    const index = this.#callPlaces.get(call) ?? this.#outputs.next
    this.#callPlaces.set(call, index)
    const { id = `${this.#ownIds}${index}`, name = '', isCustom: custom } = call
    return [
      ...this.#outputs.introduce(index, { callId: id, name, custom }),
      ...this.#outputs.add(index, { kind: 'tool-arguments' }, text),
    ]
  }

  #settleCalls(choice: number, isCut: boolean): RunEvent[] {
    const slot = { kind: 'tool-arguments' } as const
    const calls = this.#calls.get(choice)
    const last = calls?.end(isCut).flatMap((piece) => this.#call(piece)) ?? []
    const settled = [...(calls?.all ?? [])].flatMap((call) => {
      const index = this.#callPlaces.get(call) ?? 0
      return this.#outputs.settle(index, slot, this.#outputs.textAt(index, slot))
    })
    return [...last, ...settled]
  }

  #place(key: string): number {
    const place = this.#places.get(key) ?? this.#outputs.next
    this.#places.set(key, place)
    return place
  }
}

function endOfChoice(reason: string | undefined): End | undefined {
  switch (reason) {
    case undefined:
      return undefined
    case 'length':
    case 'max_tokens':
      return endOf('incomplete', 'max_output_tokens')
    case 'content_filter':
      return endOf('incomplete', reason)
    case 'error':
      return endOf('failed', reason)
    default:
      return endOf('completed')
  }
}

/** Whether a call is of a function or a custom tool, also without the nested object. Other calls are unread. */
function isCall({ type, function: called, custom, name, arguments: given }: JsonRecord): boolean {
  return isRecord(called) || isRecord(custom) || name !== undefined || given !== undefined || type === undefined
}

/** Creates a reader for one reply of any convention, streamed or not. Loaded by the page to read stored replies again. */
export function createReader(options: ReaderOptions = {}): Reader {
  return new ReplyReader({ chat: ChatReader, ...options })
}
