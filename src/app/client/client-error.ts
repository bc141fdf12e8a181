import type { ErrorWords } from '#contract/core/errors.ts'
import type { KeyMask } from '#media/key-mask.ts'

/**
 * A failure, normalised from all routers' error shapes: plain, so that the ledger can store it. `api`: the router reported it. `network`:
 * no reply. `interrupted`: the reply stopped before its end. `contract`: a reply outside the interface (a proxy's page, no JSON), or a
 * request that could not be sent.
 */
export interface ErrorFacts extends ErrorWords {
  readonly kind: 'api' | 'network' | 'interrupted' | 'contract'
  /** Where no reply came: whether the server answered a free request right after. Absent: not asked, or no answer in time. */
  readonly server?: ServerState
  readonly status?: number
  /** Seconds until a repeat makes sense, from `retry-after-ms` or `Retry-After`. */
  readonly retryAfter?: number
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

/** `up`: it sent some reply, which the page may not read. `down`: nothing at all came back. */
export type ServerState = 'up' | 'down'

/** The message for a paid request that was answered by a redirect, which is not followed: it would be sent a second time. */
export const redirectsPost = 'The router redirects this request to another URL. The redirect was not followed.'

/** Throws for the reply to such a request; browsers give it no status that a `Response` could be made with. */
export function throwRedirect({ type, status }: Pick<Response, 'type' | 'status'>): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) throw new TypeError(redirectsPost)
}

/** No reply. Browsers give pages no further details, not even whether the request arrived. */
export function networkError(cause: unknown, mask: KeyMask, server?: ServerState): ErrorFacts {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return { kind: 'network', message: mask.hide(message).slice(0, 500), ...(server && { server }) }
}
