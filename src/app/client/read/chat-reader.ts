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
import {
  besideChoices,
  contentIn,
  isThought,
  reasoningIn,
  saidIn,
  speaks,
  UnreadParts,
  unreadFields,
} from './chat-words.ts'
import { readPart, saysSomething } from './content-part.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs } from './outputs.ts'
import { type End, endOf, failure, type ReplyReading } from './reply-end.ts'
import { argumentsOf } from './responses-items.ts'
import { type MediaSource, type RunEvent, readUsage } from './run-event.ts'
import type { Sources } from './sources.ts'

/** A reading whose end may still be followed by the counts. */
interface ChatReading extends ReplyReading {
  readonly countsMayFollow: boolean
}

/** For `ReplyReader`. */
export const chatReading = (...parts: ConstructorParameters<typeof ChatReader>): ChatReader => new ChatReader(...parts)

/** Reads chat completions, streamed and whole, into the same run events as Responses. Pure; one instance a reply. */
export class ChatReader {
  readonly #outputs: ReplyOutputs
  readonly #sources: Sources
  readonly #unread = new UnreadParts()
  /** Output indexes, assigned in the order of first content, since the convention has none. */
  readonly #places = new Map<string, number>()
  readonly #calls = new Map<number, string>()
  /** The output indexes of the calls of each choice. */
  readonly #callsOf = new Map<number, Set<number>>()
  /** The choices that have begun and not ended. */
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
    if (this.#told || (id === undefined && model === undefined)) return []
    this.#told = true
    return [{ kind: 'response', ...defined({ id, model }) }]
  }

  #choice(choice: JsonRecord, at: number): RunEvent[] {
    const number = countOf(choice.index) ?? at
    const whole = choice.message !== undefined && choice.message !== null
    const said = saidIn(choice)
    const events = [
      ...this.#say(`${number} reasoning`, { kind: 'reasoning' }, reasoningIn(said)),
      ...contentIn(said.content).flatMap((part) => this.#part(number, part, isThought(said))),
      // The older completions have a text and no message.
      ...this.#say(`${number} text`, { kind: 'text', part: 0 }, textOf(choice.text) ?? ''),
      ...this.#say(`${number} text`, { kind: 'refusal' }, textOf(said.refusal) ?? ''),
      ...this.#media(number, said),
      ...listOf(said.tool_calls)
        .filter(isRecord)
        .flatMap((call, nth) =>
          isCall(call)
            ? this.#call(number, call, nth)
            : this.#unreadField(`${number} tool_calls`, 'tool_calls', [call]),
        ),
      ...(isRecord(said.function_call) ? this.#call(number, { function: said.function_call }, 0) : []),
      ...this.#cited(said),
      ...unreadFields(said).flatMap(([name, value]) => this.#unreadField(`${number} ${name}`, name, value)),
    ]
    const end = endOfChoice(textOf(choice.finish_reason) ?? (whole ? 'stop' : undefined))
    if (!end) {
      if (!this.#ends.has(number)) this.#open.add(number)
      return events
    }
    this.#open.delete(number)
    this.#ends.set(number, this.#ends.get(number) ?? end)
    return [...events, ...this.#settleCalls(number)]
  }

  /** Content after the end of a choice is ignored, except citations. */
  #late(choice: JsonRecord): RunEvent[] {
    const cited = this.#cited(saidIn(choice))
    return speaks(choice) ? [...cited, { kind: 'notice', notice: 'after-end', detail: 'chat.completion.chunk' }] : cited
  }

  #cited(said: JsonRecord): RunEvent[] {
    return this.#sources.tell(said.annotations, said.citations, recordOf(said.context).citations)
  }

  /** Fields beside the choices, which most routers repeat with every chunk. */
  #beside(data: JsonRecord): RunEvent[] {
    const more = besideChoices.flatMap((name) => {
      const said = ownOf(data, name)
      const value = saysSomething(said) ? this.#unread.replace(`beside ${name}`, said) : undefined
      return value === undefined ? [] : this.#item(`beside ${name}`, { [name]: value })
    })
    return [...this.#sources.tell(data.citations, data.search_results, data.sources, data.web_search), ...more]
  }

  #part(choice: number, part: JsonRecord, isThought: boolean): RunEvent[] {
    const read = readPart(part)
    const cited = this.#sources.tell(part.annotations, part.citations)
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

  /** Pictures beside the content, and sound, whose transcript is the answer. */
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

  #say(key: string, strand: Parameters<ReplyOutputs['add']>[1], text: string): RunEvent[] {
    return text === '' ? [] : this.#outputs.add(this.#place(key), strand, text)
  }

  #call(choice: number, call: JsonRecord, nth: number): RunEvent[] {
    const custom = isRecord(call.custom)
    const { name, arguments: given, input } = recordOf(call.function ?? call.custom ?? call)
    const id = textOf(call.id)
    const slot = `${choice} call ${countOf(call.index) ?? nth}`
    const current = this.#places.get(slot)
    // Some routers give every call of a turn the same index: a new id with a new name is another call.
    if (current !== undefined && id && textOf(name) && this.#calls.get(current) !== id) this.#places.delete(slot)
    const index = this.#place(slot)
    const before = this.#outputs.callAt(index)
    this.#callsOf.set(choice, (this.#callsOf.get(choice) ?? new Set()).add(index))
    if (id) this.#calls.set(index, id)
    const introduced = {
      callId: id ?? before?.callId ?? '',
      name: textOf(name) ?? before?.name ?? '',
      custom: custom || (before?.custom ?? false),
    }
    return [
      ...this.#outputs.introduce(index, introduced),
      ...this.#outputs.add(index, { kind: 'tool-arguments' }, argumentsOf(given ?? input)),
    ]
  }

  #settleCalls(choice: number): RunEvent[] {
    const strand = { kind: 'tool-arguments' } as const
    return [...(this.#callsOf.get(choice) ?? [])].flatMap((index) =>
      this.#outputs.settle(index, strand, this.#outputs.textAt(index, strand)),
    )
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
