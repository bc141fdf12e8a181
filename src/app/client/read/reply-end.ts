import { defined, labelOf } from '#contract/core/loose-json.ts'
import type { EndStatus } from '#contract/core/statuses.ts'
import { errorWords } from './error-body.ts'
import type { ErrorFacts } from './error-facts.ts'
import type { RunEvent } from './run-event.ts'

/** The last event of a reply. */
export type End = Extract<RunEvent, { kind: 'end' }>

/** What one event or document told, and how the reply ends where it said so. */
export interface Reading {
  readonly events: readonly RunEvent[]
  readonly end?: End
  /** The end stands, but more outputs may come behind it. */
  readonly moreMayFollow?: boolean
}

export function endOf(status: EndStatus, reason?: string): End {
  return { kind: 'end', status, ...defined({ reason: labelOf(reason) }) }
}

/** A failure that the router told inside a successful reply; `silent` is said where it gave no words. */
export function failure(body: unknown, silent = 'The router reported a failure without saying why.'): Reading {
  const error: ErrorFacts = { kind: 'api', ...(errorWords(body) ?? { message: silent }) }
  return { events: [{ kind: 'error', error }], end: endOf('failed', error.code) }
}
