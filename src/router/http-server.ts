import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RouterError } from './router-error.ts'
import { strayReply } from './stray-reply.ts'

const idleMs = 120_000

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** A body of 512 MB over a slow line takes its time; `idleMs` ends one that stands still. */
  requestTimeout: 30 * 60_000,
  /** Browsers keep an idle connection for five minutes at most: it is they who close it, so no request meets a closing one. */
  keepAliveTimeout: 330_000,
  connectionsCheckingInterval: 5_000,
  /** Node would refuse with a bare status; the router's guard says why. */
  requireHostHeader: false,
}

const maxConnections = 1_000

/** Answers on a bare socket, where there is no request to answer. */
async function endWith(socket: Duplex, error: RouterError): Promise<void> {
  const { status, headers, body } = strayReply(error)
  const fields = [...headers, ['connection', 'close']].map((field) => field.join(': '))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields].join('\r\n')
  socket.end(`${head}\r\n\r\n${await new Response(body).text()}`)
}

const refusal = (status: number, message: string, headers = {}) =>
  new RouterError(status, { type: 'invalid_request_error', message, headers })

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
  // An expectation that nobody knows is no reason for Node's bare 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOfParserError[error.code ?? ''] ?? 400
    if (error.code === 'ECONNRESET' || !socket.writable || current.has(socket)) socket.destroy()
    else void endWith(socket, refusal(status, 'This is not a request that the router understands.'))
  })
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy())
    const allow = 'GET, HEAD, POST, DELETE, OPTIONS'
    void endWith(socket, refusal(405, 'This router is no proxy.', { allow }))
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
