import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorBody, RouterError } from './router-error.ts'

const idleMs = 120_000

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** A body of 512 MB over a slow line takes its time; `idleMs` ends one that stands still. */
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}

const maxConnections = 1_000

/** Answers on a bare socket, where there is no request to answer. */
function endWith(socket: Duplex, status: number, message: string): void {
  const trace = { requestId: `req_${randomUUID()}`, route: '(none)', attempts: 0 }
  const body = JSON.stringify(errorBody(new RouterError(status, { type: 'invalid_request_error', message }), trace))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(status === 405 ? ['allow: GET, HEAD, POST, DELETE, OPTIONS'] : []),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const statusOfParserError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A server with bounds on everything a client can draw out. Nothing that a client sends makes it throw. */
export function createHttpServer(): Server {
  const current = new WeakMap<Duplex, IncomingMessage>()
  const server = createServer(limits)
  server.maxConnections = maxConnections
  server.timeout = idleMs
  server.on('request', (incoming, outgoing) => {
    current.set(incoming.socket, incoming)
    outgoing.once('close', () => current.delete(incoming.socket))
  })
  server.on('timeout', (socket: Socket) => {
    // A client that waits for its answer is silent by right.
    if (!current.get(socket)?.complete) socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || current.has(socket)) socket.destroy()
    else
      endWith(
        socket,
        statusOfParserError[error.code ?? ''] ?? 400,
        'This is not a request that the router understands.',
      )
  })
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy())
    endWith(socket, 405, 'This router is no proxy.')
  })
  return server
}

/** Resolves with the port once the server listens; rejects when it cannot. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
