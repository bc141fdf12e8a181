import type { HttpBindings } from '@hono/node-server'
import { piecesInATurn, turn } from '../runtime/event-loop.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { comingBody } from './bodies.ts'
import { apiHeaders, eventStreamHeaders } from './headers.ts'
import { isEventStream, ping, pulled, takenOver } from './http-replies.ts'
import type { Guard } from './request-guard.ts'
import { type Departure, type RouterContext, recordFacts, recordLine, traceHeaders } from './trace.ts'

const lf = 10
const cr = 13

/** Detects the end of events: a blank line, with LF, CR or CRLF as line end. */
function eventBoundary() {
  let tail: Uint8Array | number[] = []
  return {
    pass(bytes: Uint8Array) {
      tail = bytes.length >= 4 ? bytes.subarray(-4) : [...tail, ...bytes].slice(-4)
    },
    /** Nothing sent yet, or the last event is complete. */
    get isHere() {
      if (tail.length === 0) return true
      const [a, b, c, d] = [...Array<number>(4 - tail.length).fill(0), ...tail]
      const blank = (c === lf && d === lf) || (c === cr && d === cr)
      return blank || (a === cr && b === lf && c === cr && d === lf)
    },
  }
}

/** Forwards an event stream and inserts a ping after every `everyMs` without data, never inside an event. */
export function withPings(
  source: ReadableStream<Uint8Array>,
  everyMs: number,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const taken = takenOver(source)
  const boundary = eventBoundary()
  let reading: Promise<Uint8Array | undefined> | undefined
  /** While a read is pending: since when, and the function that resolves it with a ping. */
  let waiting: { readonly since: number; ping(): void } | undefined
  let stopTimer: (() => void) | undefined

  /** One timer serves all chunks: setting one for each would cost as much as the chunk. */
  function setTimer(ms: number): void {
    stopTimer = clock.after(ms, () => {
      stopTimer = undefined
      if (!waiting) return
      const left = waiting.since + everyMs - clock.now()
      if (left <= 0 && boundary.isHere) waiting.ping()
      else setTimer(left > 0 ? left : everyMs)
    })
  }

  function pieceOrPing(): Promise<Uint8Array | undefined> {
    reading ??= taken.next()
    const read = reading
    return new Promise((resolve, reject) => {
      waiting = { since: clock.now(), ping: () => resolve(ping) }
      read.then((value) => {
        reading = undefined
        if (value) boundary.pass(value)
        resolve(value)
      }, reject)
    })
  }

  async function next(): Promise<Uint8Array | undefined> {
    if (!stopTimer) setTimer(everyMs)
    let piece: Uint8Array | undefined
    try {
      piece = await pieceOrPing()
      return piece
    } finally {
      waiting = undefined
      if (!piece) stopTimer?.()
    }
  }

  return pulled(next, (reason) => {
    stopTimer?.()
    return taken.cancel(reason)
  })
}

/** Time for Node to flush what it has already read to the socket. */
const settleMs = 10

/** Closes the connection once everything written so far has been flushed. */
function cut(outgoing: HttpBindings['outgoing']): void {
  setTimeout(() => outgoing.socket?.destroySoon(), settleMs)
}

interface Watch {
  readonly begun: () => void
  /** Called once. */
  readonly left: (how: Departure, bytes: number) => void
}

/**
 * Counts a body's bytes and reports its beginning and how it ended. When the body errors, the connection is destroyed, so that no client accepts a
 * partial body as complete; the HTTP server's own handling would write the error's text into the body.
 */
function sending(
  body: ReadableStream<Uint8Array>,
  outgoing: HttpBindings['outgoing'] | undefined,
  { begun, left }: Watch,
): ReadableStream<Uint8Array> {
  const source = takenOver(body)
  let bytes = 0
  let pieces = 0
  let departure: Departure | undefined

  function leave(how: Departure): void {
    if (departure === undefined) left(how, bytes)
    departure ??= how
  }

  async function next(): Promise<Uint8Array | undefined> {
    pieces += 1
    if (pieces % piecesInATurn === 0) await turn()
    try {
      const value = await source.next()
      if (!value) leave('sent')
      else if (bytes === 0) begun()
      bytes += value?.length ?? 0
      return value
    } catch (thrown) {
      leave('cut')
      if (!outgoing) throw thrown
      cut(outgoing)
      return new Promise(() => {})
    }
  }

  return pulled(next, (reason) => {
    leave('gone')
    return source.cancel(reason)
  })
}

/** For how long, and up to how many bytes, the body of an answered request is still read: twice the largest accepted body. */
const lingerLimits = { ms: 2_000, bytes: 128 * 1024 * 1024 }

async function discard(rest: ReadableStream<Uint8Array>, clock: Clock): Promise<void> {
  const reader = rest.getReader()
  // Rejects the pending read. A `Promise.race` of each read against one timeout would retain every chunk until that settles.
  const cancel = clock.after(lingerLimits.ms, () => reader.releaseLock())
  try {
    for (let bytes = 0; bytes <= lingerLimits.bytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.length
    }
  } catch {
    // Timed out, or closed by the client.
  } finally {
    cancel()
  }
}

/**
 * A reply to a request whose body is still being received. It is sent immediately, but its end is delayed while `rest` is read and
 * discarded: closing a connection on which the client still writes resets it, and the client loses the reply.
 */
export function lingering(
  answer: ReadableStream<Uint8Array>,
  rest: ReadableStream<Uint8Array>,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const source = takenOver(answer)
  async function next(): Promise<Uint8Array | undefined> {
    const value = await source.next()
    if (!value) await discard(rest, clock)
    return value
  }
  return pulled(next, (reason) => source.cancel(reason))
}

const pingMs = 15_000

interface SendOptions {
  readonly guard: Guard
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

const isUnder = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Only these may be called by pages of listed origins: `/playground.json` gives the key to our own page only. */
const isOpenToOrigins = (path: string) => ['/v1', '/ops', '/jobs', '/openapi.json'].some((root) => isUnder(path, root))

/** The unread body of a request that is answered already. */
const unreadBody = (c: RouterContext) => (c.env?.incoming?.complete === false ? comingBody(c) : null)

/** Whether the unread body may be so long that closing the connection is better than reading it. */
const isLong = (headers: Headers) => !(Number(headers.get('content-length') ?? Number.NaN) <= 64 * 1024)

/** The last step of every answer: headers, pings, the line in the log, a cut where the body breaks. */
export function createSend({ guard, clock, log, metrics }: SendOptions) {
  function headersOf(c: RouterContext, reply: Response): Headers {
    const { path } = c.req
    const grants = isOpenToOrigins(path) ? guard.grants(c.req.raw.headers) : {}
    const isGranted = 'access-control-allow-origin' in grants
    // A file of the app has its own policy.
    const isFile = reply.headers.has('content-security-policy')
    const headers = new Headers({
      ...(!isFile && { ...apiHeaders, 'x-request-id': c.get('trace').requestId }),
      ...(isUnder(path, '/v1') && traceHeaders(c.get('trace'))),
      ...(path === '/v1/models' && { 'x-router': 'patchbay' }),
      ...Object.fromEntries(reply.headers),
      ...(isEventStream(reply.headers) && eventStreamHeaders),
      ...grants,
    })
    if (isGranted) headers.set('cross-origin-resource-policy', 'cross-origin')
    return headers
  }

  return (c: RouterContext, reply: Response, begun: number): Response => {
    let firstByteMs: number | undefined
    let streamOver = () => {}
    const left = (ended: Departure, bytes: number) => {
      const { method } = c.req
      const ms = clock.now() - begun
      const record = { method, trace: c.get('trace'), status: reply.status, ms, firstByteMs, bytes, ended }
      streamOver()
      metrics.ended(record)
      log(recordLine(record), recordFacts(record))
    }
    const isStream = isEventStream(reply.headers)
    const watch = {
      left,
      begun() {
        firstByteMs = clock.now() - begun
      },
    }
    const init = { status: reply.status, headers: headersOf(c, reply) }
    if (!reply.body || c.req.method === 'HEAD') {
      left('sent', 0)
      return new Response(null, init)
    }
    if (isStream) streamOver = metrics.streaming()
    const body = isStream ? withPings(reply.body, pingMs, clock) : reply.body
    const sent = sending(body, c.env?.outgoing, watch)
    const rest = unreadBody(c)
    if (!rest) return new Response(sent, init)
    if (isLong(c.req.raw.headers)) init.headers.set('connection', 'close')
    return new Response(lingering(sent, rest, clock), init)
  }
}
