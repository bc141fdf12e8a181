import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { badRequest } from './errors.ts'
import type { RouterEnv } from './router-env.ts'
import { strayReply } from './stray-reply.ts'

/** Stands in for a missing `Host`, so that such a request reaches the guard, which knows no host of this name either. */
const nowhere = 'nowhere.invalid'

/** A request so malformed that it never became one for the router. */
const answerMalformed = (thrown: unknown) =>
  strayReply(thrown instanceof RequestError ? badRequest('The request line or the Host header is malformed.') : thrown)

/** The router as a listener for Node's HTTP server. */
export function requestListener(
  router: Hono<RouterEnv>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return getRequestListener(router.fetch, {
    hostname: nowhere,
    overrideGlobalObjects: false,
    errorHandler: answerMalformed,
  })
}
