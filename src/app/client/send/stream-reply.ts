import type { EndStatus } from '#contract/core/statuses.ts'
import type { EndpointId, ReplyCaps } from '#contract/routes.ts'
import { type ErrorFacts, networkError, type ServerState, throwRedirect } from '../client-error.ts'
import type { FileContext } from '../download/file-request.ts'
import type { Chunk, StreamOptions } from '../exchange.ts'
import type { ReplyContext } from '../read/read-reply.ts'
import { errorOfReply, readBodyText, readHead } from '../read/read-response.ts'
import { endOf } from '../read/reply-end.ts'
import type { NetWorker } from '../worker/net-protocol.ts'
import { isNearHost } from './near-host.ts'
import { asksForStream, outgoing } from './outgoing.ts'
import { nextStep } from './retry-table.ts'

/** The state that all requests of one client share. */
export interface ClientContext extends FileContext {
  readonly now: () => number
  readonly caps: ReplyCaps
  /** Whether the router's server answers at all. Absent for the page's own, which CORS does not concern. */
  readonly probe?: (signal?: AbortSignal, patienceMs?: number) => Promise<ServerState | undefined>
  /** Reads media replies off the main thread. Without it, they are read here. */
  readonly netWorker?: () => Promise<NetWorker>
}

export interface StreamParts extends StreamOptions {
  readonly request?: unknown
  /** Resolves when somebody wants a sound while it arrives. */
  readonly listening?: Promise<void>
}

/** A successful reply's context, from its request on. */
export interface Reading extends ReplyContext {
  readonly endpoint: EndpointId
  readonly sent: StreamParts
  readonly context: ClientContext
  readonly signal: AbortSignal
}

const longestRefusal = 1024 * 1024

/** The code that reads the reply failed to load, so nothing was sent. */
export const notLoaded: ErrorFacts = {
  kind: 'contract',
  message: 'A part of Patchbay did not load. Reload the page, or reconnect if you are offline.',
  stage: 'not_sent',
}

/** A server on this machine or network is asked before each request: where it is down, nothing was sent, which no failed `fetch` proves. */
const notReached: ErrorFacts = {
  kind: 'network',
  message: 'The server did not answer.',
  server: 'down',
  stage: 'not_sent',
}

/** The `Stream` of a context, with this reader. */
export async function* streamReply<Item = never>(
  context: ClientContext,
  endpoint: EndpointId,
  { signal, ...parts }: StreamParts,
  read: (reply: Response, reading: Reading) => AsyncGenerator<Chunk | Item, void>,
): AsyncGenerator<Chunk | Item, void> {
  const { fetch, now, caps, mask, own } = context
  const out = outgoing(context, endpoint, parts)
  if (signal?.aborted) return yield ending('stopped', undefined, 'not sent')
  if (out.kind === 'unsendable') return yield failed(endpoint, out.error)

  let start = now()
  const at = () => Math.round(now() - start)
  const stopped = () => signal?.aborted === true
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  const { probe } = context
  let isReplied = false
  try {
    if (probe && isNearHost(new URL(out.url).hostname)) {
      // A port that is closed says so at once; a server that is busy with another request delays this one no longer.
      if ((await probe(leaving.signal, 500)) === 'down') return yield failed(endpoint, notReached)
      start = now()
    }
    const reply = await fetch(out.url, { ...out.init, signal: leaving.signal })
    isReplied = true
    throwRedirect(reply)
    yield { kind: 'head', head: readHead(reply, at(), mask) }
    if (reply.ok) {
      const streamAsked = asksForStream(parts)
      const { signal } = leaving
      yield* read(reply, { endpoint, sent: parts, streamAsked, own, caps, mask, at, stopped, context, signal })
    } else {
      const { text } = await readBodyText(reply, longestRefusal)
      const error = refusalOf(reply, text, context)
      yield stopped() ? ending('stopped') : failed(endpoint, error)
    }
  } catch (cause) {
    const server = isReplied || stopped() ? undefined : await probe?.(leaving.signal).catch(() => undefined)
    yield stopped() ? ending('stopped') : failed(endpoint, networkError(cause, mask, server))
  } finally {
    signal?.removeEventListener('abort', leave)
    leave()
  }
}

/** The error of a failed reply. `stage` is trusted only from our own router. */
export function refusalOf(reply: Response, text: string, { own, mask }: ClientContext): ErrorFacts {
  const { stage, ...error } = errorOfReply(reply, text, mask)
  return own && stage !== undefined ? { ...error, stage } : error
}

/** The end of a failed request: `unknown` where it may have been billed, else `refused`. */
export function failed(endpoint: EndpointId, error: ErrorFacts): Chunk {
  return ending(nextStep(endpoint, error) === 'ask' ? 'unknown' : 'refused', error)
}

function ending(status: EndStatus, error?: ErrorFacts, reason?: string): Chunk {
  const told = error === undefined ? [] : [{ kind: 'error', error } as const]
  return { kind: 'events', raw: [], events: [...told, endOf(status, reason)] }
}
