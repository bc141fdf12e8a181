import { holdsError } from '#contract/core/errors.ts'
import { isRecord, type JsonRecord, parseData, textOf } from '#contract/core/loose-json.ts'
import { type EndpointId, type PathParams, type ReplyCaps, routeOf, textCaps } from '#contract/routes.ts'
import { createKeyMask } from '#media/key-mask.ts'
import { ClientError, networkError } from './client-error.ts'
import type { Chunk, Connection, ReplyHead, Stream } from './exchange.ts'
import { readReply } from './read/read-reply.ts'
import { readBodyText, readHead } from './read/read-response.ts'
import { type CallParts, type Outgoing, outgoing, outgoingTo, secretsOf } from './send/outgoing.ts'
import { type ClientContext, failed, notLoaded, refusalOf, type StreamParts, streamReply } from './send/stream-reply.ts'

export interface ClientOptions extends Pick<ClientContext, 'fetch' | 'probe' | 'reach' | 'timing' | 'netWorker'> {
  /** A clock in ms that never goes back; by default that of the page. */
  readonly now?: () => number
  readonly caps?: ReplyCaps
}

interface CallOptions extends Pick<CallParts, 'request' | 'params' | 'query'> {
  readonly signal?: AbortSignal
  /** Whether a reply that holds an error is an answer all the same, as that of a failed job; by default none without an `id`. */
  readonly isAnswer?: (value: JsonRecord) => boolean
}

/** The options of a call, which are required where the path has parameters. */
type CallArguments<Id extends EndpointId> = keyof PathParams<Id> extends never
  ? [options?: CallOptions & { readonly params?: never }]
  : [options: CallOptions & { readonly params: PathParams<Id> }]

interface Answer {
  readonly head: ReplyHead
  readonly value: unknown
}

/** Sends requests to one router. Never repeats a request by itself. */
export interface Client {
  readonly stream: Stream
  /** One free read. Throws `ClientError`, or the signal's reason when aborted. */
  readonly call: <Id extends EndpointId>(endpoint: Id, ...options: CallArguments<Id>) => Promise<Answer>
  /** The same for an address that the router named, absolute or below the base URL: sent only to the base URL's origin. */
  readonly read: (url: string, options?: Pick<CallOptions, 'signal' | 'isAnswer'>) => Promise<Answer>
}

/** Creates the client of one connection. Replaces the connection's key by `[key]` wherever a reply contains it. */
export function createClient(connection: Connection, options: ClientOptions): Client {
  const context: ClientContext = {
    now: () => performance.now(),
    caps: textCaps,
    ...options,
    ...connection,
    mask: createKeyMask(secretsOf(connection)),
  }
  return {
    stream(endpoint, request, streamOptions) {
      const parts = { request, ...streamOptions }
      return routeOf(endpoint)?.vocabulary === 'response'
        ? streamText(context, endpoint, parts)
        : streamMedia(context, endpoint, parts)
    },
    call: (endpoint, ...[callOptions]) =>
      answerTo(context, outgoing(context, endpoint, callOptions ?? {}), {
        ...callOptions,
        // Polls are left out, so that an outage does not double them.
        ...(endpoint === 'models' && context.probe && { probe: context.probe }),
      }),
    read: (url, callOptions) => answerTo(context, outgoingTo(context, url), callOptions),
  }
}

/** Only foreign routers reply with chat completions; their reader is loaded before the request is sent. */
async function* streamText(
  context: ClientContext,
  endpoint: EndpointId,
  parts: StreamParts,
): AsyncGenerator<Chunk, void> {
  const ready = context.own || (await import('./read/chat-reader.ts').catch(() => undefined))
  if (ready) yield* streamReply(context, endpoint, parts, readReply)
  else yield failed(endpoint, notLoaded)
}

async function* streamMedia(
  context: ClientContext,
  endpoint: EndpointId,
  parts: StreamParts,
): AsyncGenerator<Chunk, void> {
  const loaded = await import('./worker/media-stream.ts').catch(() => undefined)
  if (loaded) yield* loaded.mediaStream(context, endpoint, parts)
  else yield failed(endpoint, notLoaded)
}

async function answerTo(
  context: ClientContext,
  out: Outgoing,
  { signal, isAnswer = hasId, probe }: Pick<CallOptions, 'signal' | 'isAnswer'> & Pick<ClientContext, 'probe'> = {},
): Promise<Answer> {
  const { fetch, now, caps, mask } = context
  signal?.throwIfAborted()
  if (out.kind === 'unsendable') throw new ClientError(out.error)
  const start = now()
  const reply = await fetch(out.url, { ...out.init, signal: signal ?? null }).catch(async (cause: unknown) => {
    signal?.throwIfAborted()
    throw new ClientError(networkError(cause, mask, await probe?.(signal)))
  })
  const head = readHead(reply, Math.round(now() - start), mask)
  const body = await readBodyText(reply, caps.answer)
  const text = mask.hide(body.text)
  signal?.throwIfAborted()
  if (!reply.ok) throw new ClientError(refusalOf(reply, text, context))
  if (!body.whole)
    throw new ClientError({ kind: 'interrupted', message: 'The answer stopped before its end.', status: reply.status })
  const parsed = parseData(text)
  const value = parsed.status === 'read' ? parsed.value : undefined
  const isFailure = isRecord(value) && holdsError(value) && !isAnswer(value)
  if (parsed.status !== 'read' || isFailure) throw new ClientError(refusalOf(reply, text, context))
  return { head, value }
}

/** A failed job contains an error too, but it has an id: it is a reply, not a failure of the call. */
const hasId = ({ id }: JsonRecord) => textOf(id) !== undefined
