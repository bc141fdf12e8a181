import { isRecord, type JsonRecord, jsonIn, listOf, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { beginResponse } from '#contract/responses/response-object.ts'
import { eventBytes, eventsBytes, isEventStream, isJson, pulled } from '../http/http-replies.ts'
import { errorBody } from '../http/router-error.ts'
import type { Trace } from '../http/trace.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { mostWithMedia, replyText } from '../upstream/upstream-reply.ts'

interface FirstEventOptions {
  readonly limitMs: number
  readonly clock: Clock
  readonly trace: Trace
  /** The request's body, whose parameters a failed response repeats. */
  readonly body: Readonly<Record<string, unknown>>
  readonly readsEventsOnly?: boolean
}

/**
 * Whether the client of a stream cannot read a document in its place. OpenAI's clients send `Accept: application/json` for streams too,
 * and end without an event where JSON comes; a client that reads both names both, or anything.
 */
export function readsEventsOnly(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '*/*'
  return !accept.includes('*/*') && !(accept.includes('application/json') && accept.includes('text/event-stream'))
}

/** An `error` and a `response.failed` event, in place of the error status, since 200 has already been sent. */
function failure(
  error: { readonly message: string; readonly code: string | null },
  { body, clock, trace }: FirstEventOptions,
): Uint8Array[] {
  const createdAt = Math.floor(clock.now() / 1000)
  const response = {
    ...beginResponse(body, { id: `resp_${trace.requestId}`, createdAt }),
    status: 'failed',
    error: { code: error.code ?? 'server_error', message: error.message },
  }
  return [
    eventBytes({ sequence_number: 0, ...error, type: 'error' }),
    eventBytes({ sequence_number: 1, response, type: 'response.failed' }),
  ]
}

function* bytesOf(events: ReturnType<typeof wholeResponseEvents>): Generator<Uint8Array, void> {
  for (const event of events) yield eventBytes(event)
}

/** Converts a reply that is no stream to events, so that a billed result is not lost. */
async function asEvents(reply: Response, options: FirstEventOptions): Promise<Iterable<Uint8Array>> {
  const text = await replyText(reply, options.trace.provider ?? 'The provider', mostWithMedia)
  const answer = jsonIn(text) ?? text
  if (reply.ok && isRecord(answer) && Array.isArray(answer.output)) return bytesOf(wholeResponseEvents(answer))
  if (reply.ok) return [eventBytes({ sequence_number: 0, response: answer, type: 'response.completed' })]
  const error = recordOf(recordOf(answer).error)
  const message =
    typeof error.message === 'string' ? error.message : `The provider answered with status ${reply.status}.`
  const code = typeof error.code === 'string' ? error.code : `http_${reply.status}`
  return failure({ ...error, message, code }, options)
}

/** An event stream that emits nothing until `pending` has settled. */
function lateStream(pending: Promise<Response>, options: FirstEventOptions): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const events = pending.then(
    async (reply) => {
      if (!reply.ok || !isEventStream(reply.headers)) return (await asEvents(reply, options))[Symbol.iterator]()
      reader = reply.body?.getReader()
      return undefined
    },
    (thrown) => failure(errorBody(thrown, options.trace).error, options).values(),
  )
  return pulled(
    async () => {
      const made = await events
      return made ? (made.next().value ?? undefined) : (await reader?.read())?.value
    },
    // Until `pending` has settled there is nothing to cancel: the request's signal stops the provider.
    (reason) => reader?.cancel(reason),
  )
}

function streamHeaders(of: Headers | undefined): Headers {
  const headers = new Headers(of)
  headers.set('content-type', 'text/event-stream')
  headers.delete('content-length')
  return headers
}

/** Whether a document in place of the stream would be lost on the client. */
const isLost = ({ ok, headers }: Response, { readsEventsOnly = false }: FirstEventOptions) =>
  readsEventsOnly && ok && isJson(headers)

/**
 * Waits up to `limitMs` for the status and first event of a streamed `POST /responses`. After that it returns a 200 event stream, and
 * reports any failure as events in it. A document becomes such a stream too, for a client that reads nothing else.
 */
export async function firstEvent(pending: Promise<Response>, options: FirstEventOptions): Promise<Response> {
  let cancel = () => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = options.clock.after(options.limitMs, () => resolve('late'))
  })
  const reply = await Promise.race([pending, late]).finally(() => cancel())
  if (reply !== 'late' && !isLost(reply, options)) return reply
  return new Response(lateStream(pending, options), {
    headers: streamHeaders(reply === 'late' ? undefined : reply.headers),
  })
}

type ReplyEvent = JsonRecord & { readonly type: string }
type Events = Generator<ReplyEvent, void>

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

/** The last events that a stream of this document would have had; none for a document that no stream of media has. */
function mediaEventsOf({ data, created, usage, ...facts }: JsonRecord, endpoint: string): ReplyEvent[] {
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
  const length = Number(reply.headers.get('content-length') ?? Number.NaN)
  if (!reply.ok || !isJson(reply.headers) || !(length <= mostWithMedia)) return reply
  const text = await replyText(reply, 'The provider', mostWithMedia)
  const document = jsonIn(text)
  const events = isRecord(document) ? mediaEventsOf(document, endpoint) : []
  if (events.length === 0) return new Response(text, reply)
  return new Response(new Uint8Array(eventsBytes(events)), {
    status: reply.status,
    headers: streamHeaders(reply.headers),
  })
}
