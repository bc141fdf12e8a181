import type { ResponseObject } from '#contract/responses/response-object.ts'
import { eventBytes, jsonReply, pulled } from '../../http/http-replies.ts'
import { chatChunks } from './chat-chunks.ts'
import { type ChatAnswer, ChatConversion } from './chat-conversion.ts'
import { ChatFailure } from './chat-end.ts'
import type { ResponseEvent } from './response-writer.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Whether an answer is whole although reading it threw: only counts and sources follow a finish reason. */
const isWhole = (conversion: ChatConversion, thrown: unknown) =>
  conversion.isFinished && !(thrown instanceof ChatFailure)

/**
 * The events of a Responses stream for the body of a chat completion, streamed or whole. They are made as the body is read: nothing is
 * kept but the answer so far and the events of one read. A failure that the provider reports after the first event becomes `error` and
 * `response.failed`; one before it, and a body that ends without a finish reason, breaks or cannot be read, is thrown.
 */
export async function* responseEvents(bytes: Bytes, answer: ChatAnswer): AsyncGenerator<ResponseEvent, void> {
  const conversion = new ChatConversion(answer)
  try {
    for await (const chunks of chatChunks(bytes, answer.upstream)) {
      for (const chunk of chunks) {
        for (const event of conversion.read(chunk)) yield event
      }
    }
  } catch (thrown) {
    if (thrown instanceof ChatFailure && conversion.isBegun) return yield* conversion.fail(thrown)
    if (!isWhole(conversion, thrown)) throw thrown
  }
  const { events, response } = conversion.end()
  await answer.keep?.(response)
  yield* events
}

/** The response object for the body of a chat completion, streamed or whole. Throws where `responseEvents` throws or reports a failure. */
export async function collectResponse(bytes: Bytes, answer: ChatAnswer): Promise<ResponseObject> {
  const conversion = new ChatConversion(answer)
  try {
    for await (const chunks of chatChunks(bytes, answer.upstream)) {
      for (const chunk of chunks) conversion.read(chunk)
    }
  } catch (thrown) {
    if (!isWhole(conversion, thrown)) throw thrown
  }
  const { response } = conversion.end()
  await answer.keep?.(response)
  return response
}

/** The reader's bytes. Its stream is cancelled when nobody wants more of them. */
async function* bytesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/**
 * The reply to a `POST /responses` from a successful reply to its chat completion: an event stream where the client asked for one, else
 * JSON, whatever the server sent. Resolves with the first event, so that a failure before it rejects. A stream that
 * breaks later errors. Cancelling the body cancels the server's.
 */
export async function responsesReply(reply: Response, answer: ChatAnswer): Promise<Response> {
  const reader = (reply.body ?? new Blob([]).stream()).getReader()
  const bytes = bytesOf(reader)
  if (answer.request.stream !== true) return jsonReply(await collectResponse(bytes, answer))
  const events = responseEvents(bytes, answer)
  let first = (await events.next()).value
  const body = pulled(
    async () => {
      const event = first ?? (await events.next()).value
      first = undefined
      return event ? eventBytes(event) : undefined
    },
    (reason) => reader.cancel(reason),
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
