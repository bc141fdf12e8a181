import { RouterError } from '../http/errors.ts'
import { isEventStream } from '../http/replies.ts'
import type { Trace } from '../http/trace.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import { opened } from './opened.ts'

/** Statuses by which an upstream says that it did not take the request; 503 only where its own JSON says so. */
const refusals = new Set([401, 403, 404, 429, 503])

const isRefusal = (reply: Response) =>
  refusals.has(reply.status) && /^application\/([\w.-]+\+)?json\b/i.test(reply.headers.get('content-type') ?? '')

/** Whether nothing that may be billed can have happened, so that the next provider may be asked. */
const wasNotSent = (thrown: unknown) =>
  thrown instanceof RouterError && (thrown.facts.stage ?? 'not_sent') === 'not_sent'

const stoppedInTime = () =>
  new RouterError(409, {
    type: 'invalid_request_error',
    code: 'stopped',
    message: 'The request was stopped before it was sent to a provider.',
  })

const stopped = () =>
  new RouterError(409, {
    type: 'invalid_request_error',
    code: 'stopped',
    message: 'The request was stopped before a provider answered. It may be billed.',
    retry: 'ask',
    stage: 'sent',
  })

/** Settles as `reply` does, or at once when the request is stopped: a provider that ignores its signal holds nobody up. */
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
  // A provider that throws outright fails like one that rejects.
  async function answered(): Promise<Response> {
    const reply = await provider.answer(request)
    if (!(reply.status >= 200)) throw new TypeError(`${provider.id} gave no HTTP reply`)
    return isEventStream(reply.headers) ? opened(reply, request.signal) : reply
  }
  return unlessStopped(answered(), request.signal)
}

/**
 * Asks the providers in turn, and waits for a reply's status and for a stream's first event. The next one is asked only if the one before provably did not take the request, so that nothing is
 * paid twice; the last refusal is the answer when all of them refuse.
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
