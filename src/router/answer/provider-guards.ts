import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel'
import { retryAfterSeconds } from '#contract/core/retry-after.ts'
import type { Clock } from '../clock.ts'
import { RouterError } from '../http/errors.ts'
import { whenOver } from '../http/replies.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import { createAdmission } from './admission.ts'
import type { RateLimits } from './rate-limits.ts'

/** How long an open circuit keeps requests from a provider before one of them tries it. */
const restMs = 10_000

/** The longest `retry-after` that is obeyed: a wrong one must not shut a provider out for a day. */
const longestRestMs = 15 * 60_000

/** Opens after 10 failures in a row, or when half of 20 or more requests within 30 s failed. */
function createBreaker(): IBreaker {
  const breakers = [
    new ConsecutiveBreaker(10),
    new SamplingBreaker({ threshold: 0.5, duration: 30_000, minimumRps: 20 / 30 }),
  ]
  return {
    state: undefined,
    success(state) {
      for (const breaker of breakers) breaker.success(state)
    },
    failure: (state) => breakers.map((breaker) => breaker.failure(state)).includes(true),
  }
}

interface Sign {
  readonly status: number
  readonly code?: string | null
  readonly after?: string | null | undefined
}

const signOf = (thrown: unknown): Sign =>
  thrown instanceof RouterError
    ? { status: thrown.status, code: thrown.code, after: thrown.facts.headers?.['retry-after'] }
    : { status: 0 }

const signOfReply = ({ status, headers }: Response): Sign => ({ status, after: headers.get('retry-after') })

/** What resting does not mend: a rejected key, a loss of Redis, which is not the provider’s, and what keeps this router from sending at all. */
const noTrouble: ReadonlySet<unknown> = new Set([
  'provider_key_rejected',
  'replies_unknown',
  'journal_failed',
  'router_stopped',
])

/** Whether an outcome says that the provider is in trouble. A refused request does not. */
function isTrouble({ status, code, after }: Sign): boolean {
  if (status === 429) return !after
  return status >= 500 && status !== 501 && !noTrouble.has(code)
}

/** Milliseconds until a refusing provider can be asked again, if it says so. */
function pauseOf({ status, after }: Sign, now: number): number {
  if (!after || (status !== 429 && status !== 503)) return 0
  const ms = (retryAfterSeconds(after, now) ?? 0) * 1_000
  return ms > 0 ? Math.min(ms, longestRestMs) : 0
}

/** A refusal by this router in place of the provider, which was not asked. */
function refusal(status: 429 | 503, code: string, message: string, ms: number): RouterError {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const headers = { 'retry-after': String(seconds) }
  return new RouterError(status, code, `${message} Nothing was sent. Try again in ${seconds} s.`, {
    retry: 'safe',
    headers,
  })
}

/** `open`: the provider rests. `half-open`: one request is trying it. */
export type Circuit = 'closed' | 'open' | 'half-open'

interface GuardedOptions {
  readonly rates: RateLimits
  readonly clock: Clock
}

/** Keeps requests from a failing provider: throws a 503 `provider_resting` for each, except one after every `restMs`. */
function createCircuit(id: string, clock: Clock) {
  const trouble = handleWhen((thrown) => isTrouble(signOf(thrown))).orWhenResult(
    (reply) => reply instanceof Response && isTrouble(signOfReply(reply)),
  )
  const policy = circuitBreaker(trouble, { halfOpenAfter: restMs, breaker: createBreaker() })
  let openedAt = 0
  policy.onBreak(() => {
    openedAt = clock.now()
  })
  function check(): void {
    const left = openedAt + restMs - clock.now()
    const isClosed = policy.state === CircuitState.Closed || (policy.state === CircuitState.Open && left <= 0)
    if (isClosed) return
    throw refusal(503, 'provider_resting', `${id} keeps failing, so the router has paused requests to it.`, left)
  }
  return {
    check,
    state(): Circuit {
      if (policy.state === CircuitState.Closed) return 'closed'
      return policy.state === CircuitState.HalfOpen ? 'half-open' : 'open'
    },
    async run(call: () => Promise<Response>): Promise<Response> {
      check()
      return policy.execute(call)
    },
  }
}

/** Remembers for which models the provider asked to wait. */
function createPauses(id: string, clock: Clock) {
  const until = new Map<string, number>()
  return {
    check(model: string): void {
      const left = (until.get(model) ?? 0) - clock.now()
      if (left > 0)
        throw refusal(429, 'provider_waiting', `${id} is currently rate limiting requests for ${model}.`, left)
    },
    note(model: string, sign: Sign): void {
      const ms = pauseOf(sign, clock.now())
      if (ms > 0) until.set(model, clock.now() + ms)
    },
  }
}

interface Guarded {
  readonly provider: Provider
  readonly circuit: () => Circuit
}

function guarded(provider: Provider, { rates, clock }: GuardedOptions): Guarded {
  const { id, limits: { requestsPerMinute, concurrent } = {} } = provider
  const circuit = createCircuit(id, clock)
  const pauses = createPauses(id, clock)
  const busy = (most: number) =>
    refusal(429, 'provider_busy', `${id} already has ${most} requests in progress, the maximum set in this router.`, 2_000)
  const admission = createAdmission(concurrent ?? Number.POSITIVE_INFINITY, busy)

  async function noted(request: ProviderRequest): Promise<Response> {
    try {
      const reply = await provider.answer(request)
      pauses.note(request.model, signOfReply(reply))
      return reply
    } catch (thrown) {
      pauses.note(request.model, signOf(thrown))
      throw thrown
    }
  }

  async function ask(request: ProviderRequest): Promise<Response> {
    circuit.check()
    const wait = requestsPerMinute === undefined ? 0 : await rates.take(id, requestsPerMinute)
    if (wait > 0) {
      const message = `${id} has reached ${requestsPerMinute} requests per minute, the maximum set in this router.`
      throw refusal(429, 'provider_rate_limited', message, wait)
    }
    return circuit.run(() => noted(request))
  }

  async function answer(request: ProviderRequest): Promise<Response> {
    pauses.check(request.model)
    const leave = admission.enter()
    try {
      const reply = await ask(request)
      return concurrent === undefined ? reply : whenOver(reply, leave)
    } catch (thrown) {
      leave()
      throw thrown
    }
  }

  return {
    circuit: circuit.state,
    provider: {
      ...provider,
      get models() {
        return provider.models
      },
      answer,
    },
  }
}

/** The remote providers of a router, guarded. */
export interface ProviderGuards {
  /**
   * The same provider, guarded if it gives `limits`. A request that these, its open circuit or its own `retry-after` forbid is refused with
   * a 429 or 503 before anything is sent, so that the next provider is asked at once. Reads of jobs are not limited.
   */
  readonly guard: (provider: Provider) => Provider
  /** The circuit of a provider with this id; undefined where it has none. */
  readonly circuitOf: (id: string) => Circuit | undefined
}

export function createProviderGuards(options: GuardedOptions): ProviderGuards {
  const made = new WeakMap<Provider, Provider>()
  const circuits = new Map<string, Guarded['circuit']>()
  return {
    guard(provider) {
      if (!provider.limits) return provider
      const known = made.get(provider)
      if (known) return known
      const one = guarded(provider, options)
      made.set(provider, one.provider)
      circuits.set(provider.id, one.circuit)
      return one.provider
    },
    circuitOf: (id) => circuits.get(id)?.(),
  }
}
