import type { Hono } from 'hono'
import { isEventStream, jsonReply } from '../http/http-replies.ts'
import { addRoute, type Guard } from '../http/request-guard.ts'
import { badRequest, RouterError } from '../http/router-error.ts'
import type { RouterContext, RouterEnv } from '../http/trace.ts'
import type { OpStore } from './op-store.ts'
import { isOpId } from './paid-operation.ts'
import type { KeptReply } from './recording.ts'

const neverCame = () =>
  new RouterError(404, 'op_not_found', 'No request with this id in the last 24 hours.', { retry: 'safe' })

const isText = (headers: Headers) => isEventStream(headers) || /json|^text\//i.test(headers.get('content-type') ?? '')

/** A recorded reply as JSON: text as it is, anything else in base64. */
async function replyOf(recording: KeptReply | undefined) {
  if (!recording?.head) return undefined
  const { head, ended } = recording
  const bytes = await recording.bytes()
  if (!bytes) return undefined
  const encoding = isText(new Headers({ ...head.headers })) ? 'utf8' : 'base64'
  return { ...head, ended, encoding, body: bytes.toString(encoding) }
}

/**
 * `GET /ops/{id}`: `{ id, status, kept?, reply? }` with status `running`, `done` or `unknown`; `reply` is
 * `{ status, headers, ended, encoding, body }`, where `ended` is `whole`, `cut` or `stopped`. `kept` comes with `done`: whether the
 * reply will still be there after a restart. Without a trace of the request: 404.
 */
async function describeOperation(store: OpStore, id: string): Promise<Response> {
  const op = await store.find(id)
  if (!op || op.status === 'never came') throw neverCame()
  if (op.status === 'running') return jsonReply({ id, status: op.status })
  const reply = await replyOf(op.recording)
  const kept = op.isKept && reply !== undefined
  return jsonReply({ id, status: op.status, ...(op.status === 'done' && { kept }), reply })
}

/**
 * `GET /ops/{id}/reply`: the kept reply itself, with its own status and headers, from its beginning and followed while it grows. Needs no
 * request body, so that following a reply cannot start a second one.
 */
async function followOperation(store: OpStore, id: string): Promise<Response> {
  const op = await store.find(id)
  if (!op || op.status === 'never came') throw neverCame()
  if (!op.recording) {
    const message = 'The reply to this request is not stored.'
    throw new RouterError(409, 'reply_not_kept', message, { retry: 'ask', stage: 'sent' })
  }
  return await op.recording.reply()
}

/** The id in a path, which must be able to name an operation. */
function opIdOf(c: RouterContext): string {
  const id = c.req.param('id') ?? ''
  if (!isOpId(id)) throw badRequest('This is not an operation id.', { param: 'id', code: 'invalid_value' })
  c.get('trace').op = id
  return id
}

/** Adds the routes below `/ops`. `DELETE /ops/{id}` aborts the operation and refuses later requests with the id. */
export function addOpRoutes(app: Hono<RouterEnv>, guard: Guard, store: OpStore): void {
  addRoute(app, '/ops/:id', { methods: ['GET', 'DELETE'], guard }, async (c) => {
    const id = opIdOf(c)
    if (c.req.method !== 'DELETE') return describeOperation(store, id)
    await store.stop(id)
    return new Response(null, { status: 204 })
  })
  addRoute(app, '/ops/:id/reply', { guard }, (c) => followOperation(store, opIdOf(c)))
}
