import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { ownOf } from '#contract/core/loose-json.ts'
import { noteConnection } from '../runtime/event-loop.ts'
import { apiHeaders } from './headers.ts'
import { badRequest, busy, errorReply, RouterError } from './router-error.ts'
import type { RouterEnv } from './trace.ts'

/** Idle timeout of a connection, also of one whose client does not read its reply. */
const idleMs = 120_000

/** When a half-closed client is probed, in ms after its FIN. */
const probesMs = [200, 1_000]

const limits = {
  maxHeaderSize: 16 * 1024,
  /** Counted from the connection, later from the first byte of a request. */
  headersTimeout: 10_000,
  /** Enough for 512 MB over a slow line; a stalled body is ended earlier, by its reader. */
  requestTimeout: 30 * 60_000,
  /** Longer than the five minutes for which browsers keep an idle connection, so that no request meets a closing one. */
  keepAliveTimeout: 330_000,
  connectionsCheckingInterval: 1_000,
  /** Node would send a bare 400; the guard's reply gives the reason. */
  requireHostHeader: false,
}

/** The listen backlog. Beyond it the system drops SYN packets, which clients repeat only seconds later. */
const backlog = 4_000

/** Half of the process's limit of open files; the rest is for the journal, replies and uploads. */
function mostConnections(): number {
  const most = 2_000
  if (!existsSync('/proc/self/limits')) return most
  const [, openFiles] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Math.min(most, Math.floor(Number(openFiles ?? most * 2) / 2))
}

const refusal = (status: number, message: string, headers = {}) => new RouterError(status, null, message, { headers })

const tooManyConnections = () =>
  busy('too_many_connections', 'The router has no free connections. Try again in a few seconds.')

const malformed = 'The request is not valid HTTP.'

const parserErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers are larger than ${limits.maxHeaderSize / 1024} kB.`],
  HPE_INVALID_EOF_STATE: [400, 'The connection was closed before the whole request arrived.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/**
 * Detects whether a half-closed client still reads: a write to a closed socket is answered by a reset, and the next write fails. Before
 * the reply, an interim response (1xx) is the probe. Within a reply none can be written, so a client that reads nothing is disconnected.
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
  // Node drops headers after the first thousand, which would include those the guard checks. Their size is bounded above.
  server.maxHeadersCount = 0
  // By default Node closes a connection that its client has half-closed, and drops the reply.
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
    // A client that waits for its reply sends nothing, and a stalled body is ended by its reader.
    if (!exchangeOn(socket) || socket.writableLength > 0) socket.destroy()
  })
  // Unknown expectations are ignored; Node would send a bare 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  const ended = new WeakSet<object>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes after the first error cause further ones.
    if (ended.has(socket)) return
    ended.add(socket)
    const exchange = exchangeOn(socket)
    const [status, message] = ownOf(parserErrors, error.code ?? '') ?? [400, malformed]
    // Browsers open connections in advance, and would read an unsolicited 408 as the reply to a later request.
    const isSilent = status === 408 && 'bytesRead' in socket && socket.bytesRead === 0
    // A reply here would be read as that to the preceding complete request, which may have been billed.
    const isWhole = exchange?.incoming.complete === true
    if (error.code === 'ECONNRESET' || !socket.writable || isSilent || isWhole) socket.destroy()
    else if (exchange?.outgoing.headersSent) socket.end(() => socket.destroy())
    else void endWith(socket, refusal(status, message))
  })
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy())
    const allow = 'GET, HEAD, POST, DELETE, OPTIONS'
    void endWith(socket, refusal(405, 'This router is not a proxy.', { allow }))
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

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

export interface Connections {
  /** The exchange of a connection; the last of several pipelined ones. */
  exchangeOn(socket: object): Exchange | undefined
}

/**
 * Limits the open connections to `most`. For each further one the oldest without a request is closed, else the one that has been idle
 * longest; where all are busy, `refuse` is called for the new one.
 */
function trackConnections(
  server: Server,
  { most, refuse }: { readonly most: number; readonly refuse: (socket: Socket) => void },
): Connections {
  const exchanges = new WeakMap<object, Exchange>()
  // Sets keep the order of insertion: the first is the oldest.
  const silent = new Set<Socket>()
  const idle = new Set<Socket>()
  let open = 0

  function makeRoom(newcomer: Socket): void {
    const [first] = silent
    const [rested] = idle
    const oldest = first === newcomer ? rested : first
    if (oldest) {
      silent.delete(oldest)
      idle.delete(oldest)
      oldest.destroy()
    } else refuse(newcomer)
  }

  server.on('connection', (socket) => {
    open += 1
    silent.add(socket)
    socket.once('close', () => {
      open -= 1
      silent.delete(socket)
      idle.delete(socket)
    })
    if (open > most) makeRoom(socket)
  })
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    silent.delete(socket)
    idle.delete(socket)
    const exchange = { incoming, outgoing }
    exchanges.set(socket, exchange)
    outgoing.once('close', () => {
      if (exchanges.get(socket) !== exchange) return
      exchanges.delete(socket)
      if (!socket.destroyed) idle.add(socket)
    })
  })
  return { exchangeOn: (socket) => exchanges.get(socket) }
}

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
async function endWith(socket: Duplex, error: RouterError): Promise<void> {
  const { status, headers, body } = strayReply(error)
  const text = await new Response(body).text()
  if (!socket.writable) return void socket.destroy()
  const fields = [...headers, ['connection', 'close']].map((field) => field.join(': '))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields].join('\r\n')
  socket.end(`${head}\r\n\r\n${text}`)
  const timer = setTimeout(() => socket.destroy(), readingMs)
  socket.once('close', () => clearTimeout(timer))
}
