import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel'
import { retryAfterSeconds } from '#contract/core/errors.ts'
import { whenOver } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import type { Provider } from '../provider.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { createAdmission, type RateLimits } from './limits.ts'

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
type Circuit = 'closed' | 'open' | 'half-open'

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
  readonly circuit: () => Circuit
  readonly run: (model: string, call: () => Promise<Response>) => Promise<Response>
}

function guarded({ id, limits: { requestsPerMinute, concurrent } = {} }: Provider, options: GuardedOptions): Guarded {
  const { rates, clock } = options
  const circuit = createCircuit(id, clock)
  const pauses = createPauses(id, clock)
  const busy = (most: number) =>
    refusal(
      429,
      'provider_busy',
      `${id} already has ${most} requests in progress, the maximum set in this router.`,
      2_000,
    )
  const admission = createAdmission(concurrent ?? Number.POSITIVE_INFINITY, busy)

  async function noted(model: string, call: () => Promise<Response>): Promise<Response> {
    try {
      const reply = await call()
      pauses.note(model, signOfReply(reply))
      return reply
    } catch (thrown) {
      pauses.note(model, signOf(thrown))
      throw thrown
    }
  }

  async function limited(model: string, call: () => Promise<Response>): Promise<Response> {
    circuit.check()
    const wait = requestsPerMinute === undefined ? 0 : await rates.take(id, requestsPerMinute)
    if (wait > 0) {
      const message = `${id} has reached ${requestsPerMinute} requests per minute, the maximum set in this router.`
      throw refusal(429, 'provider_rate_limited', message, wait)
    }
    return circuit.run(() => noted(model, call))
  }

  return {
    circuit: circuit.state,
    async run(model, call) {
      pauses.check(model)
      const leave = admission.enter()
      try {
        const reply = await limited(model, call)
        return concurrent === undefined ? reply : whenOver(reply, leave)
      } catch (thrown) {
        leave()
        throw thrown
      }
    },
  }
}

interface ProviderGuards {
  /**
   * Settles as `call` does, which asks the provider for a reply of this model; at once for a provider without `limits`. A request that
   * these, its open circuit or its own `retry-after` forbid is refused with a 429 or 503 before anything is sent, so that the next
   * provider is asked at once. Reads of jobs are not limited.
   */
  readonly run: (provider: Provider, model: string, call: () => Promise<Response>) => Promise<Response>
  /** The circuit of a provider with this id; undefined where it has none. */
  readonly circuitOf: (id: string) => Circuit | undefined
}

export function createProviderGuards(options: GuardedOptions): ProviderGuards {
  const guards = new Map<string, Guarded>()
  return {
    run(provider, model, call) {
      if (!provider.limits) return call()
      const guard = guards.get(provider.id) ?? guarded(provider, options)
      guards.set(provider.id, guard)
      return guard.run(model, call)
    },
    circuitOf: (id) => guards.get(id)?.circuit(),
  }
}
