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
  textOrJson,
} from '#contract/core/loose-json.ts'
import { readPart } from './content-part.ts'
import { type Family, type ItemMark, ItemPlaces, typeOfItem } from './item-places.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs } from './outputs.ts'
import { type End, endOf, failure, queuedEnd, type ReplyReading } from './reply-end.ts'
import { ItemReader } from './responses-items.ts'
import { type RunEvent, readUsage } from './run-event.ts'
import type { Sources } from './sources.ts'
import type { TextSlot } from './text-slot.ts'

const farthestOutput = 100_000

const soundPart = 100_000

/** The statuses of a response that the router works on as a job: those of the convention, then what else is seen. */
const running: ReadonlySet<string> = new Set(['queued', 'in_progress', 'pending', 'processing', 'running'])

/** Events whose content comes again with their item. */
const quiet =
  /^response\.(reasoning_summary_part\.|reasoning_part\.|audio\.|mcp_list_tools\.|(web_search|file_search|code_interpreter|image_generation|mcp|shell|local_shell|computer|apply_patch)_call)/

/** Event names, without `.delta` and `.done`, of the texts that they carry. */
const growing: readonly (readonly [name: string, kind: TextSlot['kind']])[] = [
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
/** Texts that are shown with their item, by event names as above. */
const gathered = new Map<string, readonly [item: string, field: string]>([
  ['response.mcp_call_arguments', ['mcp_call', 'arguments']],
  ['response.code_interpreter_call_code', ['code_interpreter_call', 'code']],
])
const deltas = new Map(growing.map(([name, kind]) => [`${name}.delta`, kind]))
const wholes = new Map(growing.map(([name, kind]) => [`${name}.done`, kind]))

/** Reads the Responses convention: events and whole response objects. Pure; one instance a reply. */
export class ResponsesReader {
  readonly #outputs: ReplyOutputs
  readonly #sources: Sources
  readonly #places: ItemPlaces
  readonly #items: ItemReader
  /** Sound received in deltas, in base64 characters. */
  #sound = 0
  #told: string | undefined
  /** The id of the response while its last reported status is `queued`. */
  #queued: string | undefined

  constructor(outputs: ReplyOutputs, sources: Sources) {
    this.#outputs = outputs
    this.#sources = sources
    this.#places = new ItemPlaces(outputs)
    this.#items = new ItemReader(outputs, sources)
  }

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
        return { events: this.#separate(this.#places.find('reasoning', markOf(data))) }
      case 'response.output_text.annotation.added':
        return { events: this.#sources.add([data.annotation]) }
      case 'response.image_generation_call.partial_image':
        return { events: this.#preview(data) }
      case 'response.audio.delta':
      case 'response.output_audio.delta':
        return { events: this.#addSound(data) }
      default: {
        const events = this.#slot(type, data) ?? this.#item(type, data) ?? this.#gather(type, data)
        if (events) return { events }
        return quiet.test(type) ? { events: this.#progress(type, data) } : undefined
      }
    }
  }

  /** The end of a stream that closed while the response was queued: the router runs it as a job, which is fetched by its id. */
  get queuedEnd(): End | undefined {
    return this.#queued === undefined ? undefined : queuedEnd('queued', this.#queued)
  }

  /** A whole response object. Its own `status` ends the reply; one that names none is complete. `beside` may hold the error. */
  readWhole(response: JsonRecord, beside: JsonRecord = {}): ReplyReading {
    const usage = readUsage(response.usage)
    const settled = this.#settleAll(listOf(response.output).filter(isRecord))
    const text = this.#outputs.state === 'nothing' ? textOf(response.output_text) : undefined
    const events: RunEvent[] = [
      ...this.#tell(response),
      ...settled,
      ...this.#sources.add(response.citations, response.search_results),
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
    if (type === 'response.content_part.done' || type === 'response.content_part.added') return this.#part(type, data)
    if (!isRecord(data.item)) return undefined
    const { index } = markOf(data)
    if (type === 'response.output_item.added') return this.#items.open(this.#places.open(data.item, index), data.item)
    if (type !== 'response.output_item.done') return undefined
    return this.#items.close(this.#places.close(data.item, index), data.item)
  }

  #part(type: string, data: JsonRecord): RunEvent[] {
    const part = recordOf(data.part)
    const { kind } = readPart(part)
    const isNew = type.endsWith('.added')
    const family = part.type === 'reasoning_text' || part.type === 'summary_text' ? 'reasoning' : 'message'
    const place = this.#places.find(family, markOf(data), textOf(part.text) ?? (isNew ? undefined : ''))
    const at = countOf(data.content_index) ?? 0
    if (isNew && family === 'message' && typeof part.text === 'string') this.#outputs.partAt(place, at, true)
    // An added text is still empty; an unread part is complete.
    if (isNew && kind !== 'unread') return []
    return this.#items.closePart(place, at, part)
  }

  /** Text of an item without a reading of its own. */
  #gather(type: string, data: JsonRecord): RunEvent[] | undefined {
    const [item, field] = gathered.get(type.replace(/\.(?:delta|done)$/, '')) ?? []
    if (item === undefined || field === undefined) return undefined
    const place = this.#places.find(item, markOf(data))
    if (type.endsWith('.done')) return this.#outputs.item(place, { type: item, [field]: ownOf(data, field) })
    if (typeof data.delta === 'string') this.#outputs.gather(place, item, field, data.delta)
    return []
  }

  /** How far an item is that some event has opened: `response.web_search_call.searching`. */
  #progress(type: string, data: JsonRecord): RunEvent[] {
    const [, item = '', status = ''] = type.split('.')
    const place = this.#places.known(item, markOf(data))
    return place === undefined ? [] : this.#outputs.progress(place, status)
  }

  #preview(data: JsonRecord): RunEvent[] {
    const media = mediaIn(data)
    if (media === undefined) return []
    const output = this.#places.find('image_generation_call', markOf(data))
    return [{ kind: 'media', output, partial: true, ...media }]
  }

  /** Sound in deltas is not played: its amount is reported, and its transcript where the router sends one. */
  #addSound(data: JsonRecord): RunEvent[] {
    this.#sound += textOf(data.delta)?.length ?? 0
    const output = markOf(data).index ?? this.#outputs.last
    return [{ kind: 'item', output, part: soundPart, item: { type: 'audio', base64_characters: this.#sound } }]
  }

  #slot(type: string, data: JsonRecord): RunEvent[] | undefined {
    const whole = wholes.get(type)
    const kind = whole ?? deltas.get(type)
    if (kind === undefined) return undefined
    if (whole) return this.#done(kind, type, data)
    if (typeof data.delta !== 'string') return undefined
    const index = this.#places.find(familyOf[kind], markOf(data))
    if (kind === 'text') {
      const part = this.#outputs.partAt(index, countOf(data.content_index) ?? 0)
      return this.#outputs.add(index, { kind, part }, data.delta)
    }
    const told = this.#outputs.add(index, { kind }, data.delta)
    return kind === 'tool-arguments' ? [...this.#introduce(index, type, data), ...told] : told
  }

  #done(kind: TextSlot['kind'], type: string, data: JsonRecord): RunEvent[] {
    const isCall = kind === 'tool-arguments'
    const stated = isCall ? textOrJson(data.arguments ?? data.input) : (data.text ?? data.refusal ?? data.transcript)
    if (typeof stated !== 'string') return []
    const index = this.#places.find(familyOf[kind], markOf(data), stated)
    if (kind === 'text') return this.#outputs.settlePart(index, countOf(data.content_index) ?? 0, stated)
    if (isCall) return [...this.#introduce(index, type, data), ...this.#outputs.settle(index, { kind }, stated)]
    // The `done` of one part of the reasoning does not contain the parts before it.
    const before = kind === 'reasoning' ? textOf(this.#outputs.textAt(index, { kind })) : undefined
    return this.#outputs.settle(index, { kind }, before ?? stated)
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

  #settleAll(items: readonly JsonRecord[]): RunEvent[] {
    return this.#places.pair(items).flatMap(({ family, place }, nth) => {
      const item = items[nth] ?? {}
      const retracted = family === 'message' && typeOfItem(item) === 'reasoning' ? this.#outputs.retract(place.at) : []
      return [...retracted, ...this.#items.close(place.at, item)]
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
  return { events, end: running.has(status) ? queuedEnd(status, textOf(response.id)) : endOf('unconfirmed', status) }
}

/** The end by the name of the event, unless the response in it has a worse status. */
function statusOf(type: string, data: JsonRecord): string {
  const { status } = recordOf(data.response)
  const worse = status === 'incomplete' || status === 'failed' || status === 'cancelled'
  return worse ? status : type.slice('response.'.length)
}

const familyOf = {
  text: 'message',
  refusal: 'message',
  reasoning: 'reasoning',
  'tool-arguments': 'call',
} as const satisfies {
  readonly [K in TextSlot['kind']]: Family
}

function markOf(data: JsonRecord): ItemMark {
  const index = countOf(data.output_index)
  return { id: textOf(data.item_id), index: index !== undefined && index <= farthestOutput ? index : undefined }
}
