import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { beginResponse } from '#contract/responses/response-object.ts'
import type { Clock } from '../clock.ts'
import { errorBody } from '../http/errors.ts'
import { eventBytes, isEventStream, pulled } from '../http/replies.ts'
import type { Trace } from '../http/trace.ts'
import { mostWithMedia, replyText } from '../upstream/reply-text.ts'

interface FirstEventOptions {
  readonly limitMs: number
  readonly clock: Clock
  readonly trace: Trace
  /** The request's body, whose parameters a failed response repeats. */
  readonly body: Readonly<Record<string, unknown>>
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

/** Converts a late reply that is no stream to events, so that a billed result is not lost. */
async function asEvents(reply: Response, options: FirstEventOptions): Promise<Uint8Array[]> {
  const text = await replyText(reply, options.trace.provider ?? 'The provider', mostWithMedia)
  const answer = jsonIn(text) ?? text
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
      if (!reply.ok || !isEventStream(reply.headers)) return asEvents(reply, options)
      reader = reply.body?.getReader()
      return []
    },
    (thrown) => failure(errorBody(thrown, options.trace).error, options),
  )
  return pulled(
    async () => (await told).shift() ?? (await reader?.read())?.value,
    // Until `pending` has settled there is nothing to cancel: the request's signal stops the provider.
    (reason) => reader?.cancel(reason),
  )
}

/**
 * Waits up to `limitMs` for the status and first event of a streamed `POST /responses`. After that it returns a 200 event stream, and
 * reports any failure as events in it.
 */
export async function firstEvent(pending: Promise<Response>, options: FirstEventOptions): Promise<Response> {
  let cancel = () => {}
  const late = new Promise<'late'>((resolve) => {
    cancel = options.clock.after(options.limitMs, () => resolve('late'))
  })
  const reply = await Promise.race([pending, late]).finally(() => cancel())
  if (reply !== 'late') return reply
  return new Response(lateStream(pending, options), { headers: { 'content-type': 'text/event-stream' } })
}
