import type { EndpointId } from '#contract/endpoints.ts'
import type { RawEvent, RunEvent } from './read/run-event.ts'

/** Where requests go, and as whom. */
export interface Connection {
  /** Ends in `/v1`, without a slash behind it. */
  readonly baseUrl: string
  readonly key?: string
  /** Our own router answered here (`x-router: patchbay`): only then idempotency keys are sent. */
  readonly own: boolean
}

/** What came before the body. Router facts are left out where they were not reported or not readable. */
export interface ReplyHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the request was sent. */
  readonly at: number
  readonly requestId?: string
  readonly model?: string
  readonly provider?: string
  readonly attempts?: string
}

/**
 * One piece of a reply: first the head (when one came at all), then every event of one network chunk at a time. Chunks that
 * complete no event come empty, as a sign of life, at most one a second.
 * `raw` is what a ledger keeps: fed to a new reader it gives the same `events` again. A whole JSON reply is one raw event. A failed
 * reply (by its status, or a page in place of an answer) has no raw events: its body stands in the `error`.
 */
export type Chunk =
  | { readonly kind: 'head'; readonly head: ReplyHead }
  | { readonly kind: 'events'; readonly raw: readonly RawEvent[]; readonly events: readonly RunEvent[] }

interface StreamOptions {
  /** Aborting ends the reply as `stopped`. */
  readonly signal?: AbortSignal
  /** Sent only to our own router. */
  readonly idempotencyKey?: string
}

/**
 * Sends one request, once, and reads the reply whatever its shape. Never throws for anything the network or the router does:
 * the last event of the last chunk is the one `end`. Leaving the loop cancels the request.
 */
export type Stream = (endpoint: EndpointId, request: unknown, options?: StreamOptions) => AsyncGenerator<Chunk, void>
