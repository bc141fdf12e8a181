import { routeOf } from '#contract/routes.ts'
import { ClientError, type ErrorFacts } from '../client-error.ts'

type Asker = 'read' | 'paid'

/**
 * `repeat`: a read is repeated automatically, then its failure shown. `countdown`: not billed; makes sense after the stated wait. `ask`:
 * possibly billed, sent again only by a press. `show`: not billed, may be repeated at once.
 */
export type NextStep = 'repeat' | 'countdown' | 'ask' | 'show'

/** The one place that decides who may repeat a request after which failure; `repeat` never applies to paid ones. */
const table = {
  /** Nothing was sent: no address, no JSON, a key that no header can carry. */
  unsendable: { read: 'show', paid: 'show' },
  /** Our own router failed before it sent the request to a provider. */
  notForwarded: { read: 'repeat', paid: 'show' },
  /** No reply, a reply that broke off, or a time-out: it is unknown whether the request arrived. */
  silence: { read: 'repeat', paid: 'ask' },
  /** 429 with a JSON error. */
  tooMany: { read: 'repeat', paid: 'countdown' },
  /** 402 with a JSON error. */
  noCredits: { read: 'show', paid: 'show' },
  /** Another status of refusal before any work, with a JSON error. */
  refusal: { read: 'show', paid: 'show' },
  /** Any other 4xx with a JSON error. */
  strange: { read: 'show', paid: 'ask' },
  /** 408, 409, 5xx, a web page, an empty error, an error inside a successful reply. */
  trouble: { read: 'repeat', paid: 'ask' },
} as const satisfies Record<string, Readonly<Record<Asker, NextStep>>>

/** The statuses by which a service refuses, beside 402 and 429. */
const refusals = new Set([400, 401, 403, 404, 405, 413, 415, 422])

function failureKindOf({ kind, status, stage }: ErrorFacts): keyof typeof table {
  if (stage === 'not_sent' && status === undefined) return 'unsendable'
  if (kind === 'network' || kind === 'interrupted') return 'silence'
  if (kind === 'api' && status === 429) return 'tooMany'
  if (kind === 'api' && status === 402) return 'noCredits'
  if (kind === 'api' && status !== undefined && refusals.has(status)) return 'refusal'
  if (stage === 'not_sent') return 'notForwarded'
  const is4xx = status !== undefined && status >= 400 && status < 500
  return kind === 'api' && is4xx && status !== 408 && status !== 409 ? 'strange' : 'trouble'
}

/** An unknown endpoint counts as paid. */
function askerOf(endpoint: string): Asker {
  return routeOf(endpoint)?.paid === false ? 'read' : 'paid'
}

/** What follows the failure of a request to an endpoint, by its id. */
export function nextStep(endpoint: string, error: ErrorFacts): NextStep {
  return table[failureKindOf(error)][askerOf(endpoint)]
}

/** Milliseconds: the longest wait before the first repeat, doubled with each, and where doubling ends. */
const firstWait = 500
const longestWait = 8_000

/** Seconds: a longer `Retry-After` shows the failure instead of waiting. */
const longestAsked = 60

/** Milliseconds before a read is repeated: `Retry-After`, else random up to 0.5, 1, 2 … 8 s. Undefined: show the failure. */
export function waitBefore(error: ErrorFacts, repeats: number, random: () => number): number | undefined {
  if (table[failureKindOf(error)].read !== 'repeat') return undefined
  const { retryAfter } = error
  if (retryAfter === undefined) return random() * Math.min(longestWait, firstWait * 2 ** repeats)
  return retryAfter <= longestAsked ? retryAfter * 1000 : undefined
}

const mostRepeats = 3

// A token bucket shared by all reads: in a long outage each is sent once and not repeated.
const bucket = 100
const repeatCost = 5

/** The random numbers and the waits of repeats, replaced in tests. */
export interface RetryTiming {
  /** From 0 up to 1. */
  readonly random: () => number
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const browserTiming: RetryTiming = {
  random: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    }),
}

/** The one layer that repeats free reads, with one budget: gives the first answer, or rejects with the failure that is to be shown. */
export function createReadRetry({ random, wait }: RetryTiming = browserTiming) {
  let left = bucket

  function nextWait(error: unknown, repeats: number): number | undefined {
    if (!(error instanceof ClientError) || repeats >= mostRepeats || left < repeatCost) return undefined
    return waitBefore(error.facts, repeats, random)
  }

  return async <T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        const answer = await read()
        left = Math.min(bucket, left + 1)
        return answer
      } catch (error) {
        const ms = nextWait(error, repeats)
        if (ms === undefined) throw error
        left -= repeatCost
        await wait(ms, signal)
        signal?.throwIfAborted()
      }
    }
  }
}
