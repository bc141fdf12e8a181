import type { EndpointId } from '#contract/endpoints.ts'
import { ClientError } from './client-error.ts'
import type { Chunk, Connection, ReplyHead, Stream } from './exchange.ts'
import { networkError } from './network-error.ts'
import { asksForStream, type CallParts, outgoing } from './outgoing.ts'
import { holdsError } from './read/error-body.ts'
import type { ErrorFacts } from './read/error-facts.ts'
import { isRecord, textOf } from './read/json-value.ts'
import { createKeyMask, type KeyMask } from './read/key-mask.ts'
import { parseData } from './read/parse-data.ts'
import { readError } from './read/read-error.ts'
import { type Caps, textCaps } from './read/reply-body.ts'
import { endOf } from './read/reply-end.ts'
import type { EndStatus } from './read/run-event.ts'
import { readReply } from './read-reply.ts'
import { readText } from './read-text.ts'
import { readHead, readHeaders } from './reply-head.ts'
import { nextStep } from './retry-table.ts'

/** What a client stands on. */
export interface ClientOptions {
  /** The page's own towards our router, the net worker's towards foreign ones. */
  readonly fetch: typeof fetch
  /** A clock in ms that never goes back; by default that of the page. */
  readonly now?: () => number
  readonly caps?: Caps
}

interface CallOptions extends Pick<CallParts, 'request' | 'params' | 'query'> {
  readonly signal?: AbortSignal
}

/** A JSON answer, as it came. */
interface Answer {
  readonly head: ReplyHead
  readonly value: unknown
}

/** Everything the app says to one router. Nothing is ever sent twice by itself. */
export interface Client {
  readonly stream: Stream
  /** One free read. Throws `ClientError`, or the signal's reason when aborted. */
  readonly call: (endpoint: EndpointId, options?: CallOptions) => Promise<Answer>
}

/** More than any refusal says, in bytes. */
const longestRefusal = 1024 * 1024

/** What one client holds for all of its requests. */
interface Desk extends Connection {
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly caps: Caps
  readonly mask: KeyMask
}

/** Makes the client of one connection. Its key is hidden in everything that the client gives back, wherever the router says it. */
export function createClient(connection: Connection, options: ClientOptions): Client {
  const desk: Desk = {
    now: () => performance.now(),
    caps: textCaps,
    ...options,
    ...connection,
    mask: createKeyMask(connection.key),
  }
  return {
    stream: (endpoint, request, streamOptions) => stream(desk, endpoint, { request, ...streamOptions }),
    call: (endpoint, callOptions) => call(desk, endpoint, callOptions),
  }
}

async function* stream(
  desk: Desk,
  endpoint: EndpointId,
  { signal, ...parts }: CallParts & { readonly signal?: AbortSignal },
): AsyncGenerator<Chunk, void> {
  const { fetch, now, caps, mask, own } = desk
  const out = outgoing(desk, endpoint, parts)
  if (signal?.aborted) return yield ending('stopped', undefined, 'not sent')
  if (out.kind === 'unsendable') return yield failed(endpoint, out.error)
  const read = await replyReader(endpoint)
  if (read === undefined) return yield failed(endpoint, notLoaded)

  const start = now()
  const at = () => Math.round(now() - start)
  const stopped = () => signal?.aborted === true
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    const reply = await fetch(out.url, { ...out.init, signal: leaving.signal })
    yield { kind: 'head', head: readHead(reply, at(), mask) }
    if (reply.ok) {
      const streamAsked = asksForStream(parts)
      const { signal } = leaving
      yield* read(reply, { endpoint, streamAsked, own, caps, mask, at, stopped, desk, signal })
    } else {
      const { text } = await readText(reply, longestRefusal)
      const error = refusalOf(reply, mask.hide(text), desk)
      yield stopped() ? ending('stopped') : failed(endpoint, error)
    }
  } catch (cause) {
    yield stopped() ? ending('stopped') : failed(endpoint, networkError(cause, mask))
  } finally {
    signal?.removeEventListener('abort', leave)
    leave()
  }
}

const notLoaded: ErrorFacts = {
  kind: 'contract',
  message: 'The part of this app that reads media did not load.',
  stage: 'not_sent',
}

/** What reads the replies of a route. It is loaded before the request goes; undefined where it does not come. */
async function replyReader(endpoint: EndpointId) {
  if (endpoint === 'responses') return readReply
  return await import('./read-media-reply.ts').then(
    ({ readMediaReply }) => readMediaReply,
    () => undefined,
  )
}

async function call(desk: Desk, endpoint: EndpointId, { signal, ...parts }: CallOptions = {}): Promise<Answer> {
  const { fetch, now, caps, mask } = desk
  const out = outgoing(desk, endpoint, parts)
  signal?.throwIfAborted()
  if (out.kind === 'unsendable') throw new ClientError(out.error)
  const start = now()
  const reply = await fetch(out.url, { ...out.init, signal: signal ?? null }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new ClientError(networkError(cause, mask))
  })
  const head = readHead(reply, Math.round(now() - start), mask)
  const body = await readText(reply, caps.answer)
  const text = mask.hide(body.text)
  signal?.throwIfAborted()
  if (!reply.ok) throw new ClientError(refusalOf(reply, text, desk))
  if (!body.whole)
    throw new ClientError({ kind: 'interrupted', message: 'The answer stopped before its end.', status: reply.status })
  const parsed = parseData(text)
  if (parsed.status !== 'read' || isFailure(parsed.value)) throw new ClientError(refusalOf(reply, text, desk))
  return { head, value: parsed.value }
}

/** A job that failed carries an error too, but it is an answer: it has a name. */
function isFailure(value: unknown): boolean {
  return isRecord(value) && holdsError(value) && textOf(value.id) === undefined
}

/** What a failed reply says. Only our own router is believed about how far a request got. */
function refusalOf(reply: Response, text: string, { own, mask }: Desk): ErrorFacts {
  const headers = readHeaders(reply, mask)
  const { stage, ...error } = readError({ status: reply.status, headers, text, now: Date.now() })
  return own && stage !== undefined ? { ...error, stage } : error
}

/** What only the person's word may send again may have been billed. */
function failed(endpoint: EndpointId, error: ErrorFacts): Chunk {
  return ending(nextStep(endpoint, error) === 'ask' ? 'unknown' : 'refused', error)
}

function ending(status: EndStatus, error?: ErrorFacts, reason?: string): Chunk {
  const told = error === undefined ? [] : [{ kind: 'error', error } as const]
  return { kind: 'events', raw: [], events: [...told, endOf(status, reason)] }
}
