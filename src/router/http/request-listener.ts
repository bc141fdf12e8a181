import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { badRequest, errorReply, type RouterError } from './errors.ts'
import { apiHeaders } from './headers.ts'
import type { RouterEnv } from './trace.ts'

/** An absolute-form target, as proxies are sent it and every server must accept it (RFC 9112 §3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/

/** The host of an absolute-form target; undefined for the usual origin form, a path only. */
export function targetHost(target: string | undefined): string | undefined {
  return absolute.exec(target ?? '')?.[1]
}

/**
 * The path exactly as the client wrote it, neither decoded nor normalized, so that each route has one spelling: `/v1/./models` and
 * `/v1/%6dodels` are other paths than `/v1/models`, and lead nowhere.
 */
export function requestPath(request: Request, options?: { env?: Partial<HttpBindings> }): string {
  const target = options?.env?.incoming?.url ?? new URL(request.url).pathname
  return target.replace(absolute, '').replace(/[?#].*$/s, '') || '/'
}

/** An error reply made outside the app, with the headers that every reply of the app has. */
function strayReply(thrown: unknown): Response {
  const trace = { requestId: `req_${randomUUID()}`, route: '(none)', attempts: [] }
  const reply = errorReply(thrown, trace)
  const headers = { ...apiHeaders, 'x-request-id': trace.requestId, ...Object.fromEntries(reply.headers) }
  return new Response(reply.body, { status: reply.status, headers })
}

/** A request line or `Host` that Hono cannot represent. */
const answerMalformed = (thrown: unknown) =>
  strayReply(thrown instanceof RequestError ? badRequest('The request line or the Host header is malformed.') : thrown)

/** Replaces a missing `Host`: the request then reaches the guard, which refuses this name with a reason. */
const nowhere = 'nowhere.invalid'

/** The router as a request listener for Node's HTTP server. */
export function requestListener(
  router: Hono<RouterEnv>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return getRequestListener(router.fetch, {
    hostname: nowhere,
    overrideGlobalObjects: false,
    errorHandler: answerMalformed,
  })
}

/** How long a client may read such an answer before the socket is destroyed. */
const readingMs = 2_000

/** Writes an error on a bare socket and half-closes it. The socket is destroyed when the client closes, or after `readingMs`. */
export async function endWith(socket: Duplex, error: RouterError): Promise<void> {
  const { status, headers, body } = strayReply(error)
  const text = await new Response(body).text()
  if (!socket.writable) return void socket.destroy()
  const fields = [...headers, ['connection', 'close']].map((field) => field.join(': '))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields].join('\r\n')
  socket.end(`${head}\r\n\r\n${text}`)
  const timer = setTimeout(() => socket.destroy(), readingMs)
  socket.once('close', () => clearTimeout(timer))
}
