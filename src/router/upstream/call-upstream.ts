import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ownOf } from '#contract/core/loose-json.ts'
import { mediaCaps, type ReplyCaps } from '#contract/routes.ts'
import { codeOf, RouterError } from '../http/router-error.ts'
import type { ProviderRequest } from '../provider.ts'
import { hideKeys, withoutKeys } from './hidden-keys.ts'
import { addressOf, type Upstream, type UpstreamBody } from './upstream.ts'
import { upstreamError } from './upstream-error.ts'
import { capped, decodedBody } from './upstream-reply.ts'

/** One request to an upstream. What may be billed needs the `sending` of the `ProviderRequest`. */
export type UpstreamRequest = RequestFacts &
  (
    | { readonly method: 'GET'; readonly sending?: undefined }
    | { readonly method: 'POST'; readonly sending: ProviderRequest['sending'] }
  )

interface RequestFacts {
  /** Below the base URL, with every parameter encoded: see `pathOf` of the contract. */
  readonly path: `/${string}`
  readonly query?: Readonly<Record<string, string>> | URLSearchParams
  /** Beside those of the upstream, such as `range`. */
  readonly headers?: Readonly<Record<string, string>> | Headers
  readonly body?: UpstreamBody
  /** The most of a text that comes as its reply; those of `mediaCaps` by default. Bytes have a limit of their own. */
  readonly caps?: ReplyCaps
  /** Fetches what a redirect leads to, without the key; without it redirects are refused. For reads alone. */
  readonly follow?: (address: string) => Promise<Response>
  readonly signal: AbortSignal
}

/**
 * A connection of its own for every request: one that the upstream is just closing would lose a request in a way that nobody can tell from
 * a lost answer, and a paid request is never sent again. TLS sessions are resumed.
 */
const agents = { plain: new PlainAgent({ keepAlive: false }), secure: new SecureAgent({ keepAlive: false }) }

const connectMs = 10_000

/** The longest silence while the upstream works: media take up to 10 minutes. */
const idleMs = 15 * 60_000

/** The reply's headers that are passed on, all of which describe its body or when to ask again. */
const passed = [
  ...['content-type', 'content-disposition', 'content-language', 'content-range', 'accept-ranges', 'etag'],
  ...['last-modified', 'retry-after', 'song-id'],
]

function unreachable({ name }: Upstream, thrown: unknown): RouterError {
  const message = `${name} cannot be reached (${codeOf(thrown)}). Nothing was sent.`
  return new RouterError(502, 'provider_unreachable', message, { retry: 'safe', stage: 'not_sent' })
}

function lost({ name }: Upstream, thrown: unknown): RouterError {
  const message = `The connection to ${name} broke before it answered (${codeOf(thrown)}). The request may have been billed.`
  return new RouterError(502, 'provider_lost', message, { retry: 'ask', stage: 'sent' })
}

function silent({ name }: Upstream): RouterError {
  const message = `${name} sent nothing for ${idleMs / 60_000} minutes. The request may have been billed.`
  return new RouterError(504, 'provider_timeout', message, { retry: 'ask', stage: 'sent' })
}

const failureOf = (code: string) => Object.assign(new Error(code), { code })

/** Destroys the request where connecting takes too long. */
function watchConnection(request: ClientRequest, isSecure: boolean, onConnected: () => void): void {
  const timer = setTimeout(() => request.destroy(failureOf('ETIMEDOUT')), connectMs)
  const connected = () => {
    clearTimeout(timer)
    onConnected()
  }
  request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected))
  request.on('close', () => clearTimeout(timer))
}

/** Sends a request and resolves with the head of its reply, whatever its status. Rejects with a `RouterError` that says how far it came. */
function exchange(upstream: Upstream, asked: UpstreamRequest): Promise<IncomingMessage> {
  const { method, path, query, headers = {}, body, signal, sending } = asked
  const url = addressOf(upstream, path, query)
  const isSecure = url.protocol === 'https:'
  const head = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'patchbay',
    ...Object.fromEntries(new Headers(headers)),
    ...upstream.headers,
    ...(body && { 'content-type': body.type, 'content-length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const options = { method, headers: head, signal, timeout: idleMs, maxHeaderSize: 65_536 }
    const request = isSecure
      ? requestSecure(url, { ...options, agent: agents.secure })
      : requestPlain(url, { ...options, agent: agents.plain })
    let isSilent = false
    /** Whether any byte of it can have reached the upstream. */
    let isSending = false
    const fail = (thrown: unknown) => {
      if (signal.aborted) reject(signal.reason)
      else if (isSilent) reject(silent(upstream))
      else reject(isSending ? lost(upstream, thrown) : unreachable(upstream, thrown))
    }
    /** Node writes the head together with the first piece of the body, or at the end. */
    async function send(): Promise<void> {
      await sending?.()
      if (request.destroyed) return
      isSending = true
      if (!body) request.end()
      else pipeline(Readable.from(body.chunks(), { objectMode: false }), request).catch(fail)
    }
    watchConnection(request, isSecure, () => {
      send().catch((thrown) => {
        reject(thrown)
        request.destroy()
      })
    })
    request.on('timeout', () => {
      isSilent = true
      request.destroy(failureOf('ETIMEDOUT'))
    })
    request.on('response', resolve)
    // After the reply has begun, a failure shows in its body.
    request.on('error', fail)
    // A 101 that nobody asked for ends the request without an error.
    request.on('close', () => fail(failureOf('ECONNRESET')))
  })
}

/**
 * Sends a request to an upstream and resolves with its reply once the status is known: a 2xx, or a 304. The body is passed on as it comes,
 * at the reader's speed and within the cap of its kind, but for the upstream's keys, which no header and no body repeats. Rejects with a
 * `RouterError` for everything else: `not_sent` where the upstream provably did not take the request (no connection, or an explicit
 * refusal), else `sent`. Redirects are refused, since they would lead the key elsewhere, unless `follow`
 * fetches what they lead to. Never repeats a request. Aborting the signal closes the connection in every phase.
 */
export async function callUpstream(upstream: Upstream, request: UpstreamRequest): Promise<Response> {
  const reply = await exchange(upstream, request)
  const { name } = upstream
  const cleared = (body: ReadableStream<Uint8Array>, type: string) =>
    withoutKeys(capped(body, { name, type, caps: request.caps ?? mediaCaps }), upstream, type)
  const { statusCode: status = 0 } = reply
  const { location } = reply.headers
  if (request.follow && location !== undefined && status > 300 && status < 309 && status !== 304) {
    reply.destroy()
    const { href } = addressOf(upstream, request.path)
    const file = await request.follow(URL.canParse(location, href) ? new URL(location, href).href : location)
    return new Response(file.body && cleared(file.body, file.headers.get('content-type') ?? ''), file)
  }
  const body = cleared(decodedBody(reply, name), reply.headers['content-type'] ?? '')
  if ((status < 200 || status > 299) && status !== 304) throw await upstreamError(upstream, reply, body)
  const headers = new Headers()
  for (const name of passed) {
    const value = ownOf(reply.headers, name)
    if (typeof value === 'string') headers.set(name, hideKeys(value, upstream))
  }
  const { 'content-length': length, 'content-encoding': encoding } = reply.headers
  if (length !== undefined && encoding === undefined) headers.set('content-length', length)
  if ([204, 205, 304].includes(status)) {
    reply.resume()
    return new Response(null, { status, headers })
  }
  return new Response(body, { status, headers })
}
