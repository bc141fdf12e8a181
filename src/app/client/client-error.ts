import type { KeyMask } from './read/key-mask.ts'

/**
 * What is known of a failure, from whichever of the wild shapes it came in; a plain record, so that it can be kept in the ledger.
 *
 * - `api`: the router said no.
 * - `network`: nobody answered.
 * - `interrupted`: the reply stopped before its end.
 * - `contract`: the answer does not fit (a proxy's page, a body that is no JSON).
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
  /** The body as it came, cut at 4,000 characters. */
  readonly raw?: string
}

/** What `call` throws for anything the network or the router does. An abort is no error of ours: it is thrown as it came. */
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

/** Nobody answered. A browser tells a page nothing more, not even whether the request arrived. */
export function networkError(cause: unknown, mask: KeyMask): ErrorFacts {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return { kind: 'network', message: mask.hide(message).slice(0, 500) }
}
