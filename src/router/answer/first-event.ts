import { isRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { beginResponse } from '#contract/responses/response-object.ts'
import { eventBytes, isEventStream, isJson, pulled } from '../http/http-replies.ts'
import { errorBody } from '../http/router-error.ts'
import type { Trace } from '../http/trace.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { mostWithMedia, replyText } from '../upstream/upstream-reply.ts'
import { wholeResponseEvents } from './whole-replies.ts'

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
  const told = pending.then(
    async (reply) => {
      if (!reply.ok || !isEventStream(reply.headers)) return (await asEvents(reply, options))[Symbol.iterator]()
      reader = reply.body?.getReader()
      return undefined
    },
    (thrown) => failure(errorBody(thrown, options.trace).error, options).values(),
  )
  return pulled(
    async () => {
      const events = await told
      return events ? (events.next().value ?? undefined) : (await reader?.read())?.value
    },
    // Until `pending` has settled there is nothing to cancel: the request's signal stops the provider.
    (reason) => reader?.cancel(reason),
  )
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
  const headers = new Headers(reply === 'late' ? {} : reply.headers)
  headers.set('content-type', 'text/event-stream')
  headers.delete('content-length')
  return new Response(lateStream(pending, options), { headers })
}
