import type { ErrorFacts } from '../client-error.ts'

/** Why there is no content: it is not made yet, it was there and is no more, or something else. */
export type Refusal = 'not-ready' | 'gone' | 'failed'

/** Statuses by which routers say that the content is not ready (wire-facts §6.4). A 404 may also mean that there is no such route. */
const waits = new Set([202, 204, 404, 409, 423, 425])

const expiry = /\bexpired?\b|no longer (?:available|exists)|(?:has|have|was|were) been (?:deleted|removed)|been purged/i
const unfinished =
  /not (?:yet )?(?:ready|completed?|finished|available|done)|(?:isn.t|hasn.t) (?:ready|completed?|finished)|still (?:processing|running|being|in progress|queued)|in[ _-]progress|try again later/i

/** What the failure of a request for content means. `own`: of our own router, where a 404 is final. */
export function refusalKind({ status, code, type, message, raw }: ErrorFacts, own: boolean): Refusal {
  const words = `${code} ${type} ${message} ${raw}`
  const isRefused = status !== undefined && status >= 400 && status < 500
  if (status === 410 || (isRefused && expiry.test(words))) return 'gone'
  if (own && status === 404 && code === 'job_not_found') return 'gone'
  if (status !== undefined && waits.has(status)) return 'not-ready'
  return (status === undefined || status === 200 || status === 400) && unfinished.test(words) ? 'not-ready' : 'failed'
}
