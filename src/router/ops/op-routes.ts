import { isEventStream } from '../events.ts'
import { jsonReply } from '../json-reply.ts'
import { RouterError } from '../router-error.ts'
import type { OpStore } from './op-store.ts'
import type { Operation } from './operation.ts'
import type { Recording } from './recording.ts'

const neverCame = () =>
  new RouterError(404, {
    type: 'invalid_request_error',
    code: 'op_not_found',
    message: 'No request came under this id in the last 24 hours.',
    retry: 'safe',
  })

function bytesOf({ tape }: Recording): Buffer {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < tape.size; ) {
    const piece = tape.read(at)
    if (piece.length === 0) break
    pieces.push(piece)
    at += piece.length
  }
  return Buffer.concat(pieces)
}

const isText = (headers: Headers) => isEventStream(headers) || /json|^text\//i.test(headers.get('content-type') ?? '')

/** A recorded reply as JSON: text as it is, anything else in base64. */
function replyOf(recording: Recording | undefined) {
  if (!recording?.head) return undefined
  const { head, ended } = recording
  const encoding = isText(new Headers({ ...head.headers })) ? 'utf8' : 'base64'
  return { ...head, ended, encoding, body: bytesOf(recording).toString(encoding) }
}

/**
 * `GET /ops/{id}`: `{ id, status, reply? }` with status `running`, `done` or `unknown`; `reply` is
 * `{ status, headers, ended, encoding, body }`, where `ended` is `whole`, `cut` or `stopped`. Without a trace of the request: 404.
 */
export function describeOperation(store: OpStore, id: string): Response {
  const op: Operation | undefined = store.find(id)
  if (!op || op.status === 'never came') throw neverCame()
  const reply = op.status === 'running' ? undefined : replyOf(op.recording)
  return jsonReply({ id, status: op.status, reply })
}

/** `DELETE /ops/{id}`: what runs under the id ends, and what comes under it later is refused. */
export async function stopOperation(store: OpStore, id: string): Promise<Response> {
  await store.stop(id)
  return new Response(null, { status: 204 })
}
