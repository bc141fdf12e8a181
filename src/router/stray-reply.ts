import { randomUUID } from 'node:crypto'
import { errorReply } from './router-error.ts'
import { apiHeaders } from './secure-headers.ts'

/** Answers what never became a request for the router, with everything that the router's own answers carry. */
export function strayReply(thrown: unknown): Response {
  const trace = { requestId: `req_${randomUUID()}`, route: '(none)', attempts: 0 }
  const reply = errorReply(thrown, trace)
  const headers = { ...apiHeaders, 'x-request-id': trace.requestId, ...Object.fromEntries(reply.headers) }
  return new Response(reply.body, { status: reply.status, headers })
}
