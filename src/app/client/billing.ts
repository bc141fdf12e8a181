import type { ErrorFacts } from './read/error-facts.ts'

/** The statuses by which a router refuses a request before any work, by the rulings. */
const refusals = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429])

/**
 * Whether a failed request can have cost anything. `refused`: it cannot, since the router said no in so many words or never
 * passed it on. `unknown`: everything else, also what looks free.
 */
export function outcomeOf(error: ErrorFacts): 'refused' | 'unknown' {
  if (error.stage === 'not_sent') return 'refused'
  return error.kind === 'api' && error.status !== undefined && refusals.has(error.status) ? 'refused' : 'unknown'
}
