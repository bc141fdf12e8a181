import { ownOf } from '#contract/core/loose-json.ts'
import type { ErrorFacts } from '../client/client-error.ts'
import { type Explanation, explain } from '../client/explain.ts'
import { nextStep } from '../client/send/retry-table.ts'
import { jobWords } from './jobs/job-words.ts'
import { hasFailed } from './life/states.ts'
import type { Run } from './run.ts'

/** A failure in words for people, with the facts behind them. */
export interface Failure extends Explanation, Omit<ErrorFacts, 'kind' | 'message' | 'retryAfter'> {
  readonly tone: 'warning' | 'danger'
  /** Whether it may have cost something. */
  readonly cost: string
  /** Wall clock in ms: a request before it would be refused again. */
  readonly waitUntil?: number
}

/**
 * The failure of a `failed`, `refused`, `interrupted` or `unknown` run; undefined for every other. The cost follows from the status:
 * only a refused run is free.
 */
export function failureOf(run: Run): Failure | undefined {
  const { status } = run
  if (!hasFailed(status)) return undefined
  const { error } = run.result
  const { title, what, next } =
    jobWords(run) ??
    (error === undefined ? silent(status, run.reason) : explain(error, run.connection.baseUrl, run.served?.provider))
  const { kind: _, message: __, retryAfter: ___, ...facts } = error ?? { kind: 'interrupted', message: what }
  const refused = status === 'refused'
  const waitUntil = error && endOfWait(run, error)
  return {
    tone: refused || status === 'failed' ? 'danger' : 'warning',
    title,
    what,
    cost: refused ? (facts.stage === 'not_sent' ? 'Never sent; not billed.' : 'Not billed.') : 'May have been billed.',
    next,
    ...facts,
    ...(waitUntil !== undefined && { waitUntil }),
  }
}

/** `retryAfter` counts from the time of the reply. */
function endOfWait({ endpoint, log }: Run, error: ErrorFacts): number | undefined {
  const told = log.at(-1)?.at
  if (told === undefined || error.retryAfter === undefined || nextStep(endpoint, error) !== 'countdown')
    return undefined
  return told + error.retryAfter * 1000
}

const reasons: Readonly<Record<string, string>> = {
  'page closed': 'The page was closed before the reply was complete.',
  'never reached the router': 'The request never reached the router, which will reject it if it still arrives.',
  stalled: 'No data for 15 minutes, so the run was ended.',
}

/** Words for an ending that came without an error. */
function silent(status: 'failed' | 'refused' | 'interrupted' | 'unknown', reason = ''): Explanation {
  const what = ownOf(reasons, reason) ?? 'The router gave no reason.'
  if (status === 'unknown')
    return {
      title: 'Unknown result',
      what,
      next: 'Check with the router whether the work was done before you run it again.',
    }
  if (status === 'interrupted')
    return { title: 'The answer was cut off', what, next: 'What arrived is kept. Run it again for a complete answer.' }
  return { title: 'The request failed', what, next: 'Change the request or run it again.' }
}
