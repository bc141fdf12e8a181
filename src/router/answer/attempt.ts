import { type ByteSource, isEventStream, pulled, takenOver } from '../http/http-replies.ts'
import { badReply, RouterError } from '../http/router-error.ts'
import { type Attempt, type Trace, traceHeaders } from '../http/trace.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Clock } from '../runtime/system-clock.ts'

/** Statuses with which an upstream rejects a request before processing it. They count only with a JSON body: proxies send others. */
const refusals = new Set([401, 403, 404, 429, 503])

const isRefusal = (reply: Response) =>
  refusals.has(reply.status) && /^application\/([\w.-]+\+)?json\b/i.test(reply.headers.get('content-type') ?? '')

/** Whether nothing billable can have happened, so that the next provider may be tried. */
const wasNotSent = (thrown: unknown): thrown is RouterError =>
  thrown instanceof RouterError && (thrown.facts.stage ?? 'not_sent') === 'not_sent'

const stoppedInTime = () => new RouterError(409, 'stopped', 'The request was stopped before it was sent to a provider.')

const stopped = () =>
  new RouterError(409, 'stopped', 'The request was stopped before a provider answered. It may have been billed.', {
    retry: 'ask',
    stage: 'sent',
  })

const neverBegan = () =>
  badReply(
    'upstream_broke',
    'The provider accepted the request, but the connection broke before it answered. It may have been billed.',
  )

/** The first bytes of a body; undefined where it ends or breaks without any, or the request is stopped before. */
async function firstBytes({ next, cancel }: ByteSource, signal: AbortSignal): Promise<Uint8Array | undefined> {
  let leave = () => {}
  const stop = new Promise<undefined>((resolve) => {
    leave = () => {
      resolve(undefined)
      void Promise.resolve(cancel()).catch(() => undefined)
    }
    signal.addEventListener('abort', leave, { once: true })
  })
  async function first(): Promise<Uint8Array | undefined> {
    for (;;) {
      const bytes = await next()
      if (bytes?.length !== 0) return bytes
    }
  }
  try {
    return await Promise.race([first(), stop])
  } catch {
    return undefined
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Resolves with the whole stream once its first bytes have arrived, since until then a failure can still become a 502. A reply without a
 * body, or with `content-length: 0`, is already complete.
 */
async function opened(reply: Response, signal: AbortSignal): Promise<Response> {
  if (!reply.body || reply.headers.get('content-length') === '0') return reply
  const source = takenOver(reply.body)
  let first = await firstBytes(source, signal)
  if (!first) throw neverBegan()

  async function next(): Promise<Uint8Array | undefined> {
    const bytes = first
    first = undefined
    return bytes ?? source.next()
  }
  return new Response(pulled(next, source.cancel), reply)
}

/** Settles as `reply` does, or rejects as soon as `signal` is aborted, even if the provider ignores it. */
function unlessStopped(reply: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(stopped())
      reply.then((late) => late.body?.cancel()).catch(() => undefined)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function ask(provider: Provider, request: ProviderRequest, call: Call): Promise<Response> {
  // An async function turns a synchronous throw of the provider into a rejection.
  async function answered(): Promise<Response> {
    if (!provider.limits) await request.sending?.()
    const reply = await call(provider, request)
    if (!(reply.status >= 200)) throw new TypeError(`${provider.id} gave no HTTP reply`)
    return isEventStream(reply.headers) ? opened(reply, request.signal) : reply
  }
  return unlessStopped(answered(), request.signal)
}

/** Of an error's code, which a provider may have chosen. */
const mostOfCode = 64

/** Runs one call of a provider, and lists it in the trace with its outcome. */
export async function traced(
  { provider, trace, clock }: { readonly provider: string; readonly trace: Trace; readonly clock: Clock },
  call: () => Promise<Response>,
): Promise<Response> {
  const begun = clock.now()
  const attempt: Attempt = { provider }
  trace.provider = provider
  trace.attempts.push(attempt)
  try {
    const reply = await call()
    attempt.status = reply.status
    return reply
  } catch (thrown) {
    const { status, code } = thrown instanceof RouterError ? thrown : { status: 500, code: 'internal_error' }
    Object.assign(attempt, { status, ...(code && { code: code.slice(0, mostOfCode) }) })
    throw thrown
  } finally {
    attempt.ms = clock.now() - begun
  }
}

/**
 * How much a failure tells the client, from least to most: this provider cannot be asked; nor before a given time; the request itself is
 * at fault; the provider may have taken the request. Where all fail, the reply is the failure of the highest rank, the first of equals.
 */
const ranks = { refused: 0, timed: 1, request: 2, unknown: 3 } as const

type Outcome = { readonly reply: Response } | { readonly thrown: unknown }

interface Failure {
  readonly rank: number
  /** Whether the next provider may be tried after it. */
  readonly next: boolean
  readonly outcome: Outcome
}

function rankOf(status: number, isTimed: boolean): number {
  if (status < 500 && !refusals.has(status)) return ranks.request
  return isTimed ? ranks.timed : ranks.refused
}

/** What kind of failure an outcome is; undefined for a good reply. */
function failureOf(outcome: Outcome, fallbackOnUnknown: boolean): Failure | undefined {
  const unknown = { rank: ranks.unknown, next: fallbackOnUnknown, outcome }
  if ('thrown' in outcome) {
    const { thrown } = outcome
    if (!wasNotSent(thrown)) return unknown
    const { status, facts } = thrown
    const next = status >= 500 || refusals.has(status)
    return { rank: rankOf(status, facts.headers?.['retry-after'] !== undefined), next, outcome }
  }
  const { reply } = outcome
  if (reply.status < 400) return undefined
  if (isRefusal(reply)) return { rank: rankOf(reply.status, reply.headers.has('retry-after')), next: true, outcome }
  return reply.status < 500 ? { rank: ranks.request, next: false, outcome } : unknown
}

function discard(failure: Failure | undefined): void {
  if (failure && 'reply' in failure.outcome) failure.outcome.reply.body?.cancel().catch(() => undefined)
}

export type Call = (provider: Provider, request: ProviderRequest) => Promise<Response>

interface AttemptOptions {
  readonly call: Call
  readonly providers: readonly Provider[]
  /** Whether the next one is also tried where the one before may have taken the request. */
  readonly fallbackOnUnknown?: boolean
  readonly trace: Trace
  readonly clock: Clock
  readonly metrics?: Metrics | undefined
}

/** The first good reply, or the failure of the highest rank. */
async function tryAll(request: ProviderRequest, options: AttemptOptions): Promise<Outcome> {
  const { call, providers, fallbackOnUnknown = false, trace, clock } = options
  let shown: Failure | undefined
  for (const provider of providers) {
    if (request.signal.aborted) {
      discard(shown)
      return { thrown: shown?.rank === ranks.unknown ? stopped() : stoppedInTime() }
    }
    trace.ownModel = provider.ownModel?.(request.model) ?? request.model
    request.leaveOut?.([])
    const outcome = await traced({ provider: provider.id, trace, clock }, () => ask(provider, request, call)).then(
      (reply): Outcome => ({ reply }),
      (thrown: unknown): Outcome => ({ thrown }),
    )
    const failure = failureOf(outcome, fallbackOnUnknown)
    const isShown = !shown || !failure || failure.rank > shown.rank
    discard(isShown ? shown : failure)
    if (isShown) shown = failure
    if (!failure) return outcome
    if (!failure?.next) break
  }
  return shown?.outcome ?? { thrown: new TypeError('no provider to ask') }
}

/**
 * Tries the providers in order and resolves with the first good reply once its status and, for a stream, its first bytes are known. The
 * next provider is tried only where the previous one provably rejected the request, so that nothing is billed twice, and never after a
 * stop. Where none gives a good reply, the failure of the highest rank is the reply.
 */
export async function attempt(request: ProviderRequest, options: AttemptOptions): Promise<Response> {
  const outcome = await tryAll(request, options)
  const rank = failureOf(outcome, false)?.rank
  const ended = rank === undefined ? 'answered' : rank === ranks.unknown ? 'unknown' : 'refused'
  options.metrics?.paid({ model: request.model, attempts: options.trace.attempts, outcome: ended })
  if ('thrown' in outcome) throw outcome.thrown
  return outcome.reply
}

/**
 * The provider's headers that are forwarded: those that describe the body, the id of a song (wire-facts §7.7), those by which the sandbox
 * says that it is synthetic, and `retry-after`. The others concern its own host.
 */
const passedOn =
  /^(content-(type|length|encoding|disposition|range|language)|accept-ranges|etag|last-modified|song-id|retry-after(-ms)?|x-ratelimit-.+|x-sandbox(-.+)?)$/

/** A provider's status and body, with the forwarded headers and the trace headers. */
export function stamped(reply: Response, trace: Trace): Response {
  const described = [...reply.headers].filter(([name]) => passedOn.test(name))
  const headers = { ...Object.fromEntries(described), ...traceHeaders(trace) }
  return new Response(reply.body, { status: reply.status, headers })
}
