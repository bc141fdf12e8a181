import { isRecord, type JsonRecord, jsonIn, listOf, ownOf, textOf } from '#contract/core/loose-json.ts'
import { eventsBytes, isJson } from '../http/http-replies.ts'
import { mostWithMedia, replyText } from '../upstream/upstream-reply.ts'

type ResponseEvent = JsonRecord & { readonly type: string }
type Events = Generator<ResponseEvent, void>

/** The field that holds the text of a content part which is streamed. */
const textFields = new Map<unknown, string>([
  ['output_text', 'text'],
  ['reasoning_text', 'text'],
  ['refusal', 'refusal'],
])

function* contentEvents({ content }: JsonRecord, place: JsonRecord): Events {
  for (const [content_index, part] of listOf(content).filter(isRecord).entries()) {
    const at = { ...place, content_index }
    const field = textFields.get(part.type)
    const text = field === undefined ? undefined : textOf(ownOf(part, field))
    if (field === undefined || text === undefined) {
      yield { type: 'response.content_part.added', ...at, part }
    } else {
      const logprobs = part.type === 'output_text' ? { logprobs: listOf(part.logprobs) } : {}
      yield { type: 'response.content_part.added', ...at, part: { ...part, [field]: '' } }
      yield { type: `response.${part.type}.delta`, ...at, delta: text, ...logprobs }
      yield { type: `response.${part.type}.done`, ...at, [field]: text, ...logprobs }
    }
    yield { type: 'response.content_part.done', ...at, part }
  }
}

function* summaryEvents({ summary }: JsonRecord, place: JsonRecord): Events {
  for (const [summary_index, part] of listOf(summary).filter(isRecord).entries()) {
    const at = { ...place, summary_index }
    yield { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } }
    yield { type: 'response.reasoning_summary_text.delta', ...at, delta: part.text }
    yield { type: 'response.reasoning_summary_text.done', ...at, text: part.text }
    yield { type: 'response.reasoning_summary_part.done', ...at, part }
  }
}

/** The field of a call that is streamed, and the name of its events. */
const callFields = new Map<unknown, readonly [field: string, event: string]>([
  ['function_call', ['arguments', 'response.function_call_arguments']],
  ['custom_tool_call', ['input', 'response.custom_tool_call_input']],
])

function* callEvents(item: JsonRecord, place: JsonRecord): Events {
  const [field, event] = callFields.get(item.type) ?? []
  if (field === undefined) return
  yield { type: `${event}.delta`, ...place, delta: ownOf(item, field) }
  yield { type: `${event}.done`, ...place, [field]: ownOf(item, field), name: item.name }
}

/** An item as it is when it is added: without what its events bring. */
function openItem(item: JsonRecord): JsonRecord {
  const emptied = { content: [], summary: [], arguments: '', input: '' }
  const fields = Object.entries(emptied).filter(([name]) => Object.hasOwn(item, name))
  return { ...item, status: 'in_progress', ...Object.fromEntries(fields) }
}

const lastEvents = new Set(['completed', 'incomplete', 'failed', 'queued', 'in_progress'])

function* eventsOf(response: JsonRecord): Events {
  const { status = 'completed', output } = response
  const begun = { ...response, status: 'in_progress', output: [], usage: null, completed_at: null }
  yield { type: 'response.created', response: begun }
  yield { type: 'response.in_progress', response: begun }
  for (const [output_index, item] of listOf(output).filter(isRecord).entries()) {
    const place = { item_id: item.id, output_index }
    yield { type: 'response.output_item.added', output_index, item: openItem(item) }
    yield* contentEvents(item, place)
    yield* summaryEvents(item, place)
    yield* callEvents(item, place)
    yield { type: 'response.output_item.done', output_index, item }
  }
  // One that is not over ends without a terminal event, as its document has no terminal status.
  const last = lastEvents.has(String(status)) ? String(status) : 'incomplete'
  yield { type: `response.${last}`, response }
}

/** The events that a stream of this response would have had, each text in one delta, for clients that read nothing else. */
export function* wholeResponseEvents(response: JsonRecord): Events {
  let sequence_number = 0
  for (const event of eventsOf(response)) {
    yield { ...event, sequence_number }
    sequence_number += 1
  }
}

type MediaEvent = JsonRecord & { readonly type: string }

/** The last events that a stream of this document would have had; none for a document that no stream of media has. */
function mediaEventsOf({ data, created, usage, ...facts }: JsonRecord, endpoint: string): MediaEvent[] {
  if (typeof facts.text === 'string' && endpoint === 'audio.transcriptions')
    return [
      { type: 'transcript.text.delta', delta: facts.text },
      { ...facts, type: 'transcript.text.done', ...(usage !== undefined && { usage }) },
    ]
  if (!Array.isArray(data) || !endpoint.startsWith('images.')) return []
  const type = endpoint === 'images.edits' ? 'image_edit.completed' : 'image_generation.completed'
  return data
    .filter(isRecord)
    .map((item, at) => ({ ...facts, type, created_at: created, ...item, ...(at === data.length - 1 && { usage }) }))
}

/** A document of media as the events of its route, for a client that asked for a stream and reads nothing else; any other reply as it is. */
export async function mediaAsEvents(reply: Response, endpoint: string): Promise<Response> {
  // One of unknown length could turn out to be too large after it was billed.
  if (
    !reply.ok ||
    !isJson(reply.headers) ||
    !(Number(reply.headers.get('content-length') ?? Number.NaN) <= mostWithMedia)
  )
    return reply
  const text = await replyText(reply, 'The provider', mostWithMedia)
  const document = jsonIn(text)
  const events = isRecord(document) ? mediaEventsOf(document, endpoint) : []
  if (events.length === 0) return new Response(text, reply)
  const headers = new Headers(reply.headers)
  headers.set('content-type', 'text/event-stream')
  headers.delete('content-length')
  return new Response(new Uint8Array(eventsBytes(events)), { status: reply.status, headers })
}
