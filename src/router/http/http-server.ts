import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { noteConnection } from '../turns.ts'
import { type Exchange, trackConnections } from './connections.ts'
import { RouterError } from './errors.ts'
import { endWith } from './request-listener.ts'

/** A connection on which nothing moves is closed after this, also one whose client takes nothing of its answer. */
const idleMs = 120_000

/** When a half-closed client is probed, in ms after its FIN. */
const probesMs = [200, 1_000]

const limits = {
  maxHeaderSize: 16 * 1024,
  /** Counted from the connection on, later from the first byte of a request. */
  headersTimeout: 10_000,
  /** A body of 512 MB over a slow line takes its time; one that stands still is ended by its reader. */
  requestTimeout: 30 * 60_000,
  /** Longer than the five minutes for which browsers keep an idle connection, so that no request meets a closing one. */
  keepAliveTimeout: 330_000,
  connectionsCheckingInterval: 1_000,
  /** Node would refuse with a bare status; the router's guard says why. */
  requireHostHeader: false,
}

/** The listen backlog. Beyond it the system drops SYN packets, which clients repeat only seconds later. */
const backlog = 4_000

/** Each connection is an open file: half of those that the process may have are left to the journal, to replies and to uploads. */
function mostConnections(): number {
  const most = 2_000
  if (!existsSync('/proc/self/limits')) return most
  const [, openFiles] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Math.min(most, Math.floor(Number(openFiles ?? most * 2) / 2))
}

const refusal = (status: number, message: string, headers = {}) => new RouterError(status, null, message, { headers })

const tooManyConnections = () =>
  new RouterError(503, 'too_many_connections', 'The router has no connection left: all of them are busy.', {
    retry: 'safe',
    headers: { 'retry-after': '5' },
  })

const malformed = 'This is not a request that the router understands.'

const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers are larger than ${limits.maxHeaderSize / 1024} KB.`],
  HPE_INVALID_EOF_STATE: [400, 'The connection was closed before the request had come in whole.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come in within its time.'],
}

/**
 * Finds out whether a half-closed client still reads: a write to one that is gone is answered by a reset, and the next write fails. Before
 * an answer an interim response (1xx) serves as the probe; within one nothing can be written, so that a silent client counts as gone.
 */
function probe({ incoming, outgoing }: Exchange): void {
  const { socket, httpVersion } = incoming
  const { bytesWritten } = socket
  const mayWrite = () => !outgoing.headersSent && !outgoing.destroyed && httpVersion !== '1.0'
  if (mayWrite()) outgoing.writeContinue()
  for (const ms of probesMs) {
    setTimeout(() => {
      if (mayWrite()) outgoing.writeContinue()
      else if (!outgoing.writableEnded && socket.bytesWritten === bytesWritten) socket.destroy()
    }, ms).unref()
  }
}

/** A server with timeouts and limits for everything a client can prolong. Nothing that a client sends makes it throw. */
export function createHttpServer({ most = mostConnections() } = {}): Server {
  const server = createServer(limits)
  // Node leaves out every header behind the first thousand, the ones that the guard looks for too. Their size is bounded above.
  server.maxHeadersCount = 0
  // Node's default takes a client that closes its side for one that has gone, and drops the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.timeout = idleMs
  server.on('connection', noteConnection)
  const { exchangeOn } = trackConnections(server, {
    most,
    refuse: (socket) => void endWith(socket, tooManyConnections()),
  })
  server.on('connection', (socket) => {
    socket.once('end', () => {
      const exchange = exchangeOn(socket)
      if (exchange?.incoming.complete) probe(exchange)
    })
  })
  server.on('timeout', (socket: Socket) => {
    // A client that waits for its answer is silent by right, and a body that stands still is ended by its reader.
    if (!exchangeOn(socket) || socket.writableLength > 0) socket.destroy()
  })
  // An expectation that nobody knows is no reason for Node's bare 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  const ended = new WeakSet<object>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What comes behind the first error is an error too.
    if (ended.has(socket)) return
    ended.add(socket)
    const exchange = exchangeOn(socket)
    const [status, message] = parserErrors[error.code ?? ''] ?? [400, malformed]
    // Browsers open connections before they need them, and would take what stands there for the answer to a later request.
    const isSilent = status === 408 && 'bytesRead' in socket && socket.bytesRead === 0
    // An answer here would be taken for that to the whole request before it, which may have been paid for.
    const isWhole = exchange?.incoming.complete === true
    if (error.code === 'ECONNRESET' || !socket.writable || isSilent || isWhole) socket.destroy()
    else if (exchange?.outgoing.headersSent) socket.end(() => socket.destroy())
    else void endWith(socket, refusal(status, message))
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
    server.listen(port, host, backlog, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
