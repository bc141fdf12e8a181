import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorReply, type RouterError } from './errors.ts'
import { apiHeaders } from './headers.ts'

/** Answers what never became a request for the router, with everything that the router's own answers carry. */
export function strayReply(thrown: unknown): Response {
  const trace = { requestId: `req_${randomUUID()}`, route: '(none)', attempts: 0 }
  const reply = errorReply(thrown, trace)
  const headers = { ...apiHeaders, 'x-request-id': trace.requestId, ...Object.fromEntries(reply.headers) }
  return new Response(reply.body, { status: reply.status, headers })
}

/** How long a client has to read such an answer before the socket is closed for good. */
const readingMs = 2_000

/** Writes an error on a bare socket and closes it: our side at once, the other's as soon as the client had the time to read. */
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
