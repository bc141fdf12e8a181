import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RouterEnv } from './router-env.ts'
import { badRequest, errorReply } from './router-error.ts'
import { apiHeaders } from './secure-headers.ts'

/** A request so malformed that it never became one for the router. */
function answerMalformed(thrown: unknown): Response {
  const trace = { requestId: `req_${randomUUID()}`, route: '(none)', attempts: 0 }
  const error =
    thrown instanceof RequestError ? badRequest('The request line or the Host header is malformed.') : thrown
  const reply = errorReply(error, trace)
  return new Response(reply.body, {
    status: reply.status,
    headers: { ...apiHeaders, ...Object.fromEntries(reply.headers) },
  })
}

/** The router as a listener for Node's HTTP server. */
export function requestListener(
  router: Hono<RouterEnv>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return getRequestListener(router.fetch, { overrideGlobalObjects: false, errorHandler: answerMalformed })
}
