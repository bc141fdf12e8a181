import { RouterError } from '../http/errors.ts'
import { isEventStream, pulled } from '../http/replies.ts'
import type { Trace } from '../http/trace.ts'
import type { Provider, ProviderRequest } from '../provider.ts'

/** Statuses with which an upstream rejects a request before processing it. They count only with a JSON body: proxies send others. */
const refusals = new Set([401, 403, 404, 429, 503])

const isRefusal = (reply: Response) =>
  refusals.has(reply.status) && /^application\/([\w.-]+\+)?json\b/i.test(reply.headers.get('content-type') ?? '')

/** Whether nothing billable can have happened, so that the next provider may be tried. */
const wasNotSent = (thrown: unknown) =>
  thrown instanceof RouterError && (thrown.facts.stage ?? 'not_sent') === 'not_sent'

const stoppedInTime = () => new RouterError(409, 'stopped', 'The request was stopped before it was sent to a provider.')

const stopped = () =>
  new RouterError(409, 'stopped', 'The request was stopped before a provider answered. It may have been billed.', {
    retry: 'ask',
    stage: 'sent',
  })

const neverBegan = () =>
  new RouterError(
    502,
    'upstream_broke',
    'The provider accepted the request, then the connection broke before its answer began. It may have been billed.',
    { retry: 'ask', stage: 'accepted' },
  )

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The first bytes of a body; undefined where it ends or breaks without any, or the request is stopped before. */
async function firstBytes(reader: Reader, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const leave = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      const { value } = await reader.read()
      if (value?.length !== 0) return value
    }
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
  const reader: Reader = reply.body.getReader()
  let first = await firstBytes(reader, signal)
  if (!first) throw neverBegan()

  async function next(): Promise<Uint8Array | undefined> {
    const bytes = first ?? (await reader.read()).value
    first = undefined
    return bytes
  }
  return new Response(
    pulled(next, (reason) => reader.cancel(reason)),
    reply,
  )
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

async function ask(provider: Provider, request: ProviderRequest): Promise<Response> {
  // An async function turns a synchronous throw of the provider into a rejection.
  async function answered(): Promise<Response> {
    const reply = await provider.answer(request)
    if (!(reply.status >= 200)) throw new TypeError(`${provider.id} gave no HTTP reply`)
    return isEventStream(reply.headers) ? opened(reply, request.signal) : reply
  }
  return unlessStopped(answered(), request.signal)
}

/**
 * Tries the providers in order and resolves with the first reply once its status and, for a stream, its first bytes are known. The next
 * provider is tried only where the previous one provably rejected the request, so that nothing is billed twice. Where all reject it, the
 * last rejection is the reply.
 */
export async function attempt(
  providers: readonly Provider[],
  request: ProviderRequest,
  trace: Trace,
): Promise<Response> {
  for (const [index, provider] of providers.entries()) {
    if (request.signal.aborted) throw stoppedInTime()
    const isLast = index === providers.length - 1
    trace.provider = provider.id
    trace.attempts += 1
    try {
      const reply = await ask(provider, request)
      if (isLast || !isRefusal(reply)) return reply
      await reply.body?.cancel()
    } catch (thrown) {
      if (isLast || !wasNotSent(thrown)) throw thrown
    }
  }
  throw new TypeError('no provider to ask')
}
