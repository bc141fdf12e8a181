import { routeOf } from '#contract/routes.ts'
import { ClientError, type ErrorFacts } from '../client-error.ts'

/** A free read, or a paid request. */
type Asker = 'read' | 'paid'

/**
 * What follows a failure.
 * - `repeat`: a read asks again by itself, as `read-patiently.ts` says how often and when; then it is shown.
 * - `countdown`: shown; it was not billed, and a press makes sense once the router's own wait is over.
 * - `ask`: shown as what may have been billed; it is sent again by the person's word alone. What came is kept.
 * - `show`: shown; it was not billed, and may be pressed again at once.
 */
export type NextStep = 'repeat' | 'countdown' | 'ask' | 'show'

/**
 * Who may send again, after what: the one place that decides it. No paid request ever stands under `repeat`.
 */
const table = {
  /** Nothing was sent: no address, no JSON, a key that no header can carry. */
  unsendable: { read: 'show', paid: 'show' },
  /** Our own router failed, and says that no provider has heard of it. */
  heldBack: { read: 'repeat', paid: 'show' },
  /** Nobody answered, the answer broke off, or it took too long. A page never learns whether the request arrived. */
  silence: { read: 'repeat', paid: 'ask' },
  /** 429 in the service's own words. */
  tooMany: { read: 'repeat', paid: 'countdown' },
  /** 402 in the service's own words. */
  noCredits: { read: 'show', paid: 'show' },
  /** Any other status by which a service refuses before any work, in its own words. */
  refusal: { read: 'show', paid: 'show' },
  /** A 4xx in the service's own words that no rule knows. */
  strange: { read: 'show', paid: 'ask' },
  /** 408, 409, 5xx, a web page, a failure without a word, a failure inside a good reply. */
  trouble: { read: 'repeat', paid: 'ask' },
} as const satisfies Record<string, Readonly<Record<Asker, NextStep>>>

/** The statuses by which a service refuses, beside 402 and 429. */
const refusals = new Set([400, 401, 403, 404, 405, 413, 415, 422])

function setbackOf({ kind, status, stage }: ErrorFacts): keyof typeof table {
  if (kind === 'network' || kind === 'interrupted') return 'silence'
  if (stage === 'not_sent' && status === undefined) return 'unsendable'
  if (kind === 'api' && status === 429) return 'tooMany'
  if (kind === 'api' && status === 402) return 'noCredits'
  if (kind === 'api' && status !== undefined && refusals.has(status)) return 'refusal'
  if (stage === 'not_sent') return 'heldBack'
  const is4xx = status !== undefined && status >= 400 && status < 500
  return kind === 'api' && is4xx && status !== 408 && status !== 409 ? 'strange' : 'trouble'
}

/** An unknown endpoint counts as paid. */
function askerOf(endpoint: string): Asker {
  return routeOf(endpoint)?.paid === false ? 'read' : 'paid'
}

/** What follows the failure of a request to an endpoint, by its id. */
export function nextStep(endpoint: string, error: ErrorFacts): NextStep {
  return table[setbackOf(error)][askerOf(endpoint)]
}

/** Milliseconds: the longest wait before the first repeat, doubled with each, and where doubling ends. */
const firstWait = 500
const longestWait = 8_000

/** Seconds: what a `Retry-After` may ask of somebody who looks at a screen. */
const longestAsked = 60

/**
 * Milliseconds before a read is sent for the next time, `repeats` of them behind it; undefined where its failure is to be shown.
 * A `Retry-After` counts as it is, else any time up to 0.5, 1, 2 … 8 s.
 */
export function waitBefore(error: ErrorFacts, repeats: number, random: () => number): number | undefined {
  if (table[setbackOf(error)].read !== 'repeat') return undefined
  const { retryAfter } = error
  if (retryAfter === undefined) return random() * Math.min(longestWait, firstWait * 2 ** repeats)
  return retryAfter <= longestAsked ? retryAfter * 1000 : undefined
}

/** Repeats free reads by themselves: gives the first answer, or rejects with the failure that is to be shown. */
type ReadPatiently = <T>(read: () => Promise<T>, signal?: AbortSignal) => Promise<T>

interface PatienceTools {
  /** From 0 up to 1. */
  readonly random: () => number
  /** Resolves after so many milliseconds, and rejects with the signal's reason as soon as it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** So often one read is repeated before its failure is shown. */
const mostRepeats = 3

// All reads draw from one bucket: in a long outage each goes out once, and is not repeated.
const bucket = 100
const repeatCost = 5

/** Makes the one layer that sends reads again; all that it is given share its budget. What is paid must never be given to it. */
export function createPatience({ random, wait }: PatienceTools): ReadPatiently {
  let left = bucket

  function nextWait(error: unknown, repeats: number): number | undefined {
    if (!(error instanceof ClientError) || repeats >= mostRepeats || left < repeatCost) return undefined
    return waitBefore(error.facts, repeats, random)
  }

  return async (read, signal) => {
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
      }
    }
  }
}
