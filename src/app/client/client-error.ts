import type { KeyMask } from './read/key-mask.ts'

/**
 * The facts of a failure, normalised from the error shapes of all routers. A plain record, so that the ledger can store it.
 *
 * - `api`: the router reported an error.
 * - `network`: no reply.
 * - `interrupted`: the reply stopped before its end.
 * - `contract`: the reply is none of the interface (a proxy's page, a body that is no JSON), or the request could not be sent.
 */
export interface ErrorFacts {
  readonly kind: 'api' | 'network' | 'interrupted' | 'contract'
  /** The router's or provider's own words, never `[object Object]`. */
  readonly message: string
  /** HTTP status, where one came. */
  readonly status?: number
  readonly code?: string
  readonly type?: string
  /** The field the router names. */
  readonly param?: string
  readonly requestId?: string
  /** The upstream provider that failed, where the router says. */
  readonly provider?: string
  /** Seconds until a repeat makes sense, from `retry-after-ms` or `Retry-After`. */
  readonly retryAfter?: number
  /** What our own router says of the request: `not_sent` means not billed. */
  readonly stage?: 'not_sent' | 'sent' | 'accepted'
  /** The body verbatim, cut at 4,000 characters. */
  readonly raw?: string
}

/** Thrown by `call` for failures of the network and the router. An abort throws the signal's reason instead. */
export class ClientError extends Error {
  readonly kind: ErrorFacts['kind']
  readonly facts: ErrorFacts

  constructor(facts: ErrorFacts) {
    super(facts.message)
    this.name = 'ClientError'
    this.kind = facts.kind
    this.facts = facts
  }
}

/** No reply. Browsers give pages no further details, not even whether the request arrived. */
export function networkError(cause: unknown, mask: KeyMask): ErrorFacts {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return { kind: 'network', message: mask.hide(message).slice(0, 500) }
}
