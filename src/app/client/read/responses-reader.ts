import { jobState } from '#contract/core/job-state.ts'
import {
  countOf,
  defined,
  isRecord,
  type JsonRecord,
  labelOf,
  listOf,
  recordOf,
  textOf,
} from '#contract/core/loose-json.ts'
import { readPart } from './content-part.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs, Strand } from './outputs.ts'
import { type End, endOf, failure, queuedEnd, type ReplyReading } from './reply-end.ts'
import { argumentsOf, closeItem, closePart, openItem, typeOfItem } from './responses-items.ts'
import { type RunEvent, readUsage } from './run-event.ts'
import type { Sources } from './sources.ts'

/** Higher output indexes are ignored. */
const farthestOutput = 100_000

/** A part index above all that messages use. */
const soundPart = 100_000

/** Events whose content comes again with their item. */
const quiet =
  /^response\.(reasoning_summary_part\.|reasoning_part\.|audio\.|mcp_list_tools\.|(web_search|file_search|code_interpreter|image_generation|mcp|shell|local_shell|computer|apply_patch)_call)/

/** Event names, without `.delta` and `.done`, of the texts that they carry. */
const growing: readonly (readonly [name: string, kind: Strand['kind']])[] = [
  ['response.output_text', 'text'],
  ['response.refusal', 'refusal'],
  ['response.audio.transcript', 'text'],
  ['response.audio_transcript', 'text'],
  ['response.output_audio_transcript', 'text'],
  ['response.reasoning', 'reasoning'],
  ['response.reasoning_text', 'reasoning'],
  ['response.reasoning_summary', 'reasoning'],
  ['response.reasoning_summary_text', 'reasoning'],
  ['response.function_call_arguments', 'tool-arguments'],
  ['response.custom_tool_call_input', 'tool-arguments'],
]
const deltas = new Map(growing.map(([name, kind]) => [`${name}.delta`, kind]))
const wholes = new Map(growing.map(([name, kind]) => [`${name}.done`, kind]))

/** Reads the Responses convention: events and whole response objects. Pure; one instance a reply. */
export class ResponsesReader {
  readonly #outputs: ReplyOutputs
  readonly #sources: Sources
  /** Sound received in deltas, in base64 characters. */
  #sound = 0
  /** The model last reported; empty where none was named. */
  #told: string | undefined
  /** The id of the response while its last reported status is `queued`. */
  #queued: string | undefined

  constructor(outputs: ReplyOutputs, sources: Sources) {
    this.#outputs = outputs
    this.#sources = sources
  }

  /** One event of a stream; `undefined` for a type that is not known. */
  read(type: string, data: JsonRecord): ReplyReading | undefined {
    switch (type) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress': {
        const response = recordOf(data.response)
        const isQueued = type === 'response.queued' || response.status === 'queued'
        this.#queued = isQueued ? (textOf(response.id) ?? this.#queued) : undefined
        return { events: this.#tell(response) }
      }
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.readWhole({ ...recordOf(data.response), status: statusOf(type, data) }, data)
      case 'response.reasoning_summary_part.added':
        return { events: this.#separate(placeOf(data) ?? this.#outputs.last) }
      case 'response.output_text.annotation.added':
        return { events: this.#sources.tell([data.annotation]) }
      case 'response.image_generation_call.partial_image':
        return { events: this.#preview(data) }
      case 'response.audio.delta':
      case 'response.output_audio.delta':
        return { events: this.#addSound(data) }
      default: {
        const events = this.#strand(type, data) ?? this.#item(type, data)
        if (events) return { events }
        return quiet.test(type) ? { events: [] } : undefined
      }
    }
  }

  /** The end of a stream that closed while the response was queued: the router runs it as a job, which is fetched by its id. */
  get queuedEnd(): End | undefined {
    return this.#queued === undefined ? undefined : queuedEnd('queued', this.#queued)
  }

  /** A whole response object. Its own `status` ends the reply; one that names none is complete. `beside` may hold the error. */
  readWhole(response: JsonRecord, beside: JsonRecord = {}): ReplyReading {
    const text =
      this.#outputs.state === 'nothing' && !Array.isArray(response.output) ? textOf(response.output_text) : undefined
    const usage = readUsage(response.usage)
    const events: RunEvent[] = [
      ...this.#tell(response),
      ...this.#settleAll(listOf(response.output).filter(isRecord)),
      ...this.#sources.tell(response.citations, response.search_results),
      ...(text === undefined ? [] : this.#outputs.settle(0, { kind: 'text', part: 0 }, text)),
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
    ]
    return withEnd(events, response, beside)
  }

  #tell(response: JsonRecord): RunEvent[] {
    const model = labelOf(textOf(response.model))
    const id = labelOf(textOf(response.id))
    // Some routers change the id with every event: the first one counts, and a changed model.
    if (this.#told !== undefined && (model === undefined || this.#told === model)) return []
    if (id === undefined && model === undefined) return []
    this.#told = model ?? ''
    return [{ kind: 'response', ...defined({ id, model }) }]
  }

  #item(type: string, data: JsonRecord): RunEvent[] | undefined {
    const place = placeOf(data)
    if (type === 'response.content_part.done' || type === 'response.content_part.added') {
      const part = recordOf(data.part)
      // An added text is still empty; an unread part is complete.
      if (type.endsWith('.added') && readPart(part).kind !== 'unread') return []
      const at = countOf(data.content_index) ?? 0
      return closePart(this.#outputs, this.#sources, place ?? this.#outputs.last, at, part)
    }
    if (!isRecord(data.item)) return undefined
    if (type === 'response.output_item.added') return openItem(this.#outputs, place ?? this.#outputs.next, data.item)
    if (type !== 'response.output_item.done') return undefined
    return closeItem(this.#outputs, this.#sources, place ?? this.#outputs.last, data.item)
  }

  /** A partial picture. */
  #preview(data: JsonRecord): RunEvent[] {
    const media = mediaIn(data)
    return media ? [{ kind: 'media', output: placeOf(data) ?? this.#outputs.last, partial: true, ...media }] : []
  }

  /** Sound in deltas is not played: its amount is reported, and its transcript where the router sends one. */
  #addSound(data: JsonRecord): RunEvent[] {
    this.#sound += textOf(data.delta)?.length ?? 0
    const output = placeOf(data) ?? this.#outputs.last
    return [{ kind: 'item', output, part: soundPart, item: { type: 'audio', base64_characters: this.#sound } }]
  }

  /** A delta or the complete text of a strand. */
  #strand(type: string, data: JsonRecord): RunEvent[] | undefined {
    const whole = wholes.get(type)
    const kind = whole ?? deltas.get(type)
    if (kind === undefined) return undefined
    const index = placeOf(data) ?? this.#outputs.last
    const strand = kind === 'text' ? { kind, part: countOf(data.content_index) ?? 0 } : { kind }
    const told = whole ? this.#done(index, strand, data) : this.#grow(index, strand, data.delta)
    return kind === 'tool-arguments' && told ? [...this.#introduce(index, type, data), ...told] : told
  }

  #grow(index: number, strand: Strand, delta: unknown): RunEvent[] | undefined {
    return typeof delta === 'string' ? this.#outputs.add(index, strand, delta) : undefined
  }

  #done(index: number, strand: Strand, data: JsonRecord): RunEvent[] {
    if (strand.kind === 'tool-arguments')
      return this.#outputs.settle(index, strand, argumentsOf(data.arguments ?? data.input))
    const whole = data.text ?? data.refusal ?? data.transcript
    if (typeof whole !== 'string') return []
    if (strand.kind !== 'reasoning') return this.#outputs.settle(index, strand, whole)
    // The `done` of one part of the reasoning does not contain the parts before it.
    return this.#outputs.settle(index, strand, textOf(this.#outputs.textAt(index, strand)) ?? whole)
  }

  #separate(index: number): RunEvent[] {
    const begun = this.#outputs.textAt(index, { kind: 'reasoning' }) !== ''
    return begun ? this.#outputs.add(index, { kind: 'reasoning' }, '\n\n') : []
  }

  /** Some routers send arguments of a call that they never opened. */
  #introduce(index: number, type: string, data: JsonRecord): RunEvent[] {
    if (this.#outputs.callAt(index)) return []
    const callId = textOf(data.call_id) ?? textOf(data.item_id) ?? ''
    const custom = type.startsWith('response.custom_tool_call_input.')
    return this.#outputs.introduce(index, { callId, name: textOf(data.name) ?? '', custom })
  }

  /**
   * Pairs the items of the final list with the streamed outputs: by index where all types agree, else by type and order, since some
   * routers leave items out of the list.
   */
  #settleAll(items: readonly JsonRecord[]): RunEvent[] {
    const streamed = this.#outputs.order
    const agree = streamed.every(({ index, type }) => {
      const item = items[index]
      return item !== undefined && (type === undefined || type === typeOfItem(item))
    })
    if (agree) return items.flatMap((item, index) => closeItem(this.#outputs, this.#sources, index, item))
    const waiting = new Map<string | undefined, number[]>()
    for (const { index, type } of streamed.toReversed()) {
      const places = waiting.get(type) ?? []
      places.push(index)
      waiting.set(type, places)
    }
    return items.flatMap((item) => {
      const index = waiting.get(typeOfItem(item))?.pop() ?? this.#outputs.next
      return closeItem(this.#outputs, this.#sources, index, item)
    })
  }
}

function withEnd(events: readonly RunEvent[], response: JsonRecord, beside: JsonRecord): ReplyReading {
  const error = response.error ?? beside.error
  const status = textOf(response.status) ?? 'completed'
  const told = isRecord(error) || textOf(error) !== undefined
  if (status === 'failed' || told) {
    const failed = failure(told ? { error } : undefined)
    return { ...failed, events: [...events, ...failed.events] }
  }
  if (status === 'cancelled') {
    const cancelled = failure(undefined, 'The router cancelled this reply.')
    return { events: [...events, ...cancelled.events], end: endOf('failed', 'cancelled') }
  }
  if (status === 'completed') return { events, end: endOf('completed') }
  if (status === 'incomplete')
    return { events, end: endOf('incomplete', textOf(recordOf(response.incomplete_details).reason)) }
  const state = jobState(status)
  const isJob = state === 'queued' || state === 'running'
  return { events, end: isJob ? queuedEnd(status, textOf(response.id)) : endOf('unconfirmed', status) }
}

/** The end by the name of the event, unless the response in it has a worse status. */
function statusOf(type: string, data: JsonRecord): string {
  const { status } = recordOf(data.response)
  const worse = status === 'incomplete' || status === 'failed' || status === 'cancelled'
  return worse ? status : type.slice('response.'.length)
}

function placeOf(data: JsonRecord): number | undefined {
  const place = countOf(data.output_index)
  return place !== undefined && place <= farthestOutput ? place : undefined
}
