import { defined, type JsonRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { type CallableTool, callableTools } from '#contract/responses/callable-tools.ts'
import { beginResponse, type ResponseObject } from '#contract/responses/response-object.ts'

/** An event of the Responses stream. `sequence_number` counts up from 0. */
export interface ResponseEvent extends JsonRecord {
  readonly type: string
  readonly sequence_number: number
}

export interface ResponseOrigin {
  /** Unique, of letters and digits: the ids of the response and of its items are made from it. */
  readonly id: string
  readonly now: () => number
}

/** A text that is written at present: what was said, a refusal, or reasoning. */
interface OpenPart {
  readonly kind: 'output_text' | 'refusal' | 'reasoning_text'
  readonly place: { readonly item_id: unknown; readonly output_index: number; readonly content_index: number }
  text: string
  logprobs: unknown[]
  annotations: unknown[]
}

/** The item at the end of the output whose content is written at present. */
interface OpenItem {
  readonly kind: 'message' | 'reasoning'
  readonly index: number
  readonly item: JsonRecord
  readonly content: JsonRecord[]
  part: OpenPart | undefined
}

/** A call whose arguments are written at present. Several may be, in any order. */
export interface OpenCall {
  readonly kind: CallableTool['kind']
  readonly index: number
  readonly item: JsonRecord
  arguments: string
}

/** How a good stream ends: null where the answer is whole, else why it is not. */
type Cut = 'max_output_tokens' | 'content_filter' | null

const partEvents = {
  output_text: { delta: 'response.output_text.delta', done: 'response.output_text.done' },
  refusal: { delta: 'response.refusal.delta', done: 'response.refusal.done' },
  reasoning_text: { delta: 'response.reasoning_text.delta', done: 'response.reasoning_text.done' },
} as const

function wholePart({ kind, text, annotations, logprobs }: OpenPart): JsonRecord {
  if (kind === 'output_text') return { type: kind, text, annotations, logprobs }
  return kind === 'refusal' ? { type: kind, refusal: text } : { type: kind, text }
}

/** The text for a custom tool, which for the server is a function with one parameter. */
function inputIn(given: string): string {
  if (given === '{}') return ''
  const { input } = recordOf(jsonIn(given))
  return typeof input === 'string' ? input : given
}

/** What a call’s item says beside its name. */
function wordsOf({ kind, arguments: given }: OpenCall): JsonRecord {
  if (kind === 'custom') return { input: inputIn(given) }
  return { arguments: kind === 'function' ? given : recordOf(jsonIn(given)) }
}

/** The fields of a call’s item that name its tool. */
function namesOf(tool: CallableTool | undefined, flatName: string): JsonRecord {
  const { kind, name, namespace } = tool ?? { name: flatName }
  if (kind === 'tool_search') return { type: 'tool_search_call', execution: 'client' }
  return defined({ type: kind === 'custom' ? 'custom_tool_call' : 'function_call', name, namespace })
}

const callPrefixes = { function: 'fc', custom: 'ctc', tool_search: 'tsc' } as const

/**
 * Writes one response as the events of the Responses stream, in the canonical order (wire-facts §3.5), and as the response object. It
 * knows nothing of where the words come from. At most one message or reasoning item is open; another kind, or a call, closes it.
 */
export class ResponseWriter {
  readonly #origin: ResponseOrigin
  readonly #begun: ResponseObject
  /** The items by their index, open ones as they were added. */
  readonly #output: JsonRecord[] = []
  readonly #calls = new Set<OpenCall>()
  readonly #tools: ReadonlyMap<string, CallableTool>
  #events: ResponseEvent[] = []
  #number = 0
  #open: OpenItem | undefined

  /** `request` is the client's, whose parameters the response repeats, and whose tools it calls. */
  constructor(request: JsonRecord, origin: ResponseOrigin) {
    this.#origin = origin
    this.#tools = new Map(callableTools(request).map((tool) => [tool.flatName, tool]))
    const createdAt = Math.floor(origin.now() / 1000)
    this.#begun = beginResponse(request, { id: `resp_${origin.id}`, createdAt })
  }

  take(): ResponseEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  begin(): void {
    this.#emit('response.created', { response: this.#begun })
    this.#emit('response.in_progress', { response: this.#begun })
  }

  /** Adds to the message, the refusal or the reasoning; opens an item and a part where none of that kind is open. */
  write(kind: OpenPart['kind'], delta: string, logprobs: readonly unknown[] = []): void {
    const part = this.#partOf(kind)
    part.text += delta
    if (logprobs.length > 0) part.logprobs.push(...logprobs)
    // Most of a stream is made here: one object without copies.
    const { item_id, output_index, content_index } = part.place
    const type = partEvents[kind].delta
    const sequence_number = this.#number
    this.#number += 1
    this.#events.push(
      kind === 'output_text'
        ? { type, sequence_number, item_id, output_index, content_index, delta, logprobs }
        : { type, sequence_number, item_id, output_index, content_index, delta },
    )
  }

  get openText(): string {
    const part = this.#open?.part
    return part?.kind === 'output_text' ? part.text : ''
  }

  /**
   * Adds `text` to what was written as the message so far, which turns out to be reasoning. What has been sent as a message stays one in the
   * stream, where it ends; the response has a reasoning item in its place.
   */
  takeAsReasoning(text: string): void {
    const open = this.#open
    if (open?.kind !== 'message' || open.part?.kind !== 'output_text' || open.content.length > 0) {
      if (text.trim() !== '') this.write('reasoning_text', text.trim())
      return
    }
    if (text !== '') this.write('output_text', text)
    const thought = open.part.text.trim()
    this.#closeItem('completed')
    const content = [{ type: 'reasoning_text', text: thought }]
    const id = `rs_${this.#origin.id}${open.index}`
    this.#output[open.index] = { id, type: 'reasoning', summary: [], status: 'completed', content }
  }

  /** Adds an annotation to the text of the message; opens one where none is open. */
  annotate(annotation: JsonRecord): void {
    const part = this.#partOf('output_text')
    const annotation_index = part.annotations.push(annotation) - 1
    this.#emit('response.output_text.annotation.added', { ...part.place, annotation_index, annotation })
  }

  /** Adds a content part of any other kind to the message, as it is. */
  addPart(part: JsonRecord): void {
    const open = this.#itemOf('message')
    this.#closePart(open)
    const place = { item_id: open.item.id, output_index: open.index, content_index: open.content.push(part) - 1 }
    this.#emit('response.content_part.added', { ...place, part })
    this.#emit('response.content_part.done', { ...place, part })
  }

  /** Opens a call of the tool that the server knows by that name; `facts` are further fields of its item. */
  openCall(callId: string | undefined, flatName: string, facts: JsonRecord = {}): OpenCall {
    this.#closeItem('completed')
    const index = this.#output.length
    const tool = this.#tools.get(flatName)
    const { kind = 'function' } = tool ?? {}
    const call_id = callId ?? this.#idOf('call')
    const item = { id: this.#idOf(callPrefixes[kind]), call_id, ...namesOf(tool, flatName), ...facts }
    const call: OpenCall = { kind, index, item, arguments: '' }
    this.#calls.add(call)
    this.#add({ ...item, status: 'in_progress', ...wordsOf(call) })
    return call
  }

  /** The pieces of a custom tool’s input are inside JSON, so they are sent as one. */
  writeCall(call: OpenCall, delta: string): void {
    call.arguments += delta
    if (call.kind !== 'function') return
    this.#emit('response.function_call_arguments.delta', { item_id: call.item.id, output_index: call.index, delta })
  }

  /** The last event of a good stream, after those that close what is open. `facts` are further fields of the response. */
  end(cut: Cut, usage: ResponseObject['usage'], facts: JsonRecord = {}): ResponseObject {
    const status = cut === null ? 'completed' : 'incomplete'
    this.#closeItem(status)
    const last = [...this.#calls].at(-1)
    for (const call of this.#calls) this.#closeCall(call, call === last ? status : 'completed')
    const output = [...this.#output]
    const response: ResponseObject = { ...facts, ...this.#begun, status, output, usage }
    if (cut === null) response.completed_at = Math.floor(this.#origin.now() / 1000)
    else response.incomplete_details = { reason: cut }
    this.#emit(`response.${status}`, { response })
    return response
  }

  /** The two events of a failure. Items that are still open are in the response as far as they came. */
  fail(error: { readonly code: string; readonly message: string; readonly param: string | null }): void {
    const output = [...this.#output]
    const { part, index, item, content } = this.#open ?? {}
    if (index !== undefined) {
      const parts = [...(content ?? []), ...(part ? [wholePart(part)] : [])]
      output[index] = { ...item, status: 'incomplete', content: parts }
    }
    for (const call of this.#calls) {
      output[call.index] = { ...call.item, status: 'incomplete', ...wordsOf(call) }
    }
    const { code, message } = error
    this.#emit('error', error)
    this.#emit('response.failed', { response: { ...this.#begun, status: 'failed', output, error: { code, message } } })
  }

  #emit(type: string, fields: JsonRecord): void {
    this.#events.push({ type, sequence_number: this.#number, ...fields })
    this.#number += 1
  }

  /** For the item that is added next. */
  #idOf(prefix: string): string {
    return `${prefix}_${this.#origin.id}${this.#output.length}`
  }

  #add(item: JsonRecord): void {
    this.#emit('response.output_item.added', { output_index: this.#output.length, item })
    this.#output.push(item)
  }

  #itemOf(kind: OpenItem['kind']): OpenItem {
    if (this.#open?.kind === kind) return this.#open
    this.#closeItem('completed')
    const index = this.#output.length
    const item =
      kind === 'message'
        ? { id: this.#idOf('msg'), type: kind, role: 'assistant' }
        : { id: this.#idOf('rs'), type: kind, summary: [] }
    this.#add({ ...item, status: 'in_progress', content: [] })
    const open: OpenItem = { kind, index, item, content: [], part: undefined }
    this.#open = open
    return open
  }

  #partOf(kind: OpenPart['kind']): OpenPart {
    if (this.#open?.part?.kind === kind) return this.#open.part
    const open = this.#itemOf(kind === 'reasoning_text' ? 'reasoning' : 'message')
    this.#closePart(open)
    const place = { item_id: open.item.id, output_index: open.index, content_index: open.content.length }
    const part: OpenPart = { kind, place, text: '', logprobs: [], annotations: [] }
    this.#emit('response.content_part.added', { ...place, part: wholePart({ ...part, logprobs: [], annotations: [] }) })
    open.part = part
    return part
  }

  #closePart(open: OpenItem): void {
    const { part } = open
    if (!part) return
    const { kind, place, text, logprobs } = part
    const whole = wholePart(part)
    const said = kind === 'refusal' ? { refusal: text } : kind === 'output_text' ? { text, logprobs } : { text }
    this.#emit(partEvents[kind].done, { ...place, ...said })
    this.#emit('response.content_part.done', { ...place, part: whole })
    open.content.push(whole)
    open.part = undefined
  }

  #closeItem(status: string): void {
    const open = this.#open
    if (!open) return
    this.#closePart(open)
    this.#done(open.index, { ...open.item, status, content: open.content })
    this.#open = undefined
  }

  #closeCall(call: OpenCall, status: string): void {
    const { item, index, kind } = call
    const words = wordsOf(call)
    const place = { item_id: item.id, output_index: index }
    if (kind === 'custom') this.#emit('response.custom_tool_call_input.delta', { ...place, delta: words.input })
    const type = kind === 'custom' ? 'response.custom_tool_call_input.done' : 'response.function_call_arguments.done'
    if (kind !== 'tool_search') this.#emit(type, { ...place, ...words, name: item.name })
    this.#done(index, { ...item, status, ...words })
  }

  #done(index: number, item: JsonRecord): void {
    this.#output[index] = item
    this.#emit('response.output_item.done', { output_index: index, item })
  }
}
