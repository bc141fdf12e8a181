import type { EndpointId } from '#contract/endpoints.ts'
import type { ModelEntry } from '#contract/models/models.ts'

/** One decoded, validated request on its way to a provider. */
export interface ProviderRequest {
  readonly endpoint: EndpointId
  /** The model asked for: one that the provider lists. */
  readonly model: string
  /** The decoded body; unknown fields are still in it. A file is a Blob, and there until the reply has ended. */
  readonly body: Readonly<Record<string, unknown>>
  /** Path parameters, decoded: `{ id }`. */
  readonly params: Readonly<Record<string, string>>
  /** The id in our answer's `x-request-id`. */
  readonly requestId: string
  /** Aborted when the request must end: the client stopped or, without an idempotency key, went away. */
  readonly signal: AbortSignal
}

/**
 * A source of answers: an upstream, or the sandbox.
 *
 * `answer` resolves as soon as the reply's status is known and returns a plain `Response`: JSON, bytes, or an event stream. The body is passed on as it is, so a provider that already speaks the convention forwards its upstream's.
 * A stream that breaks or ends before its first bytes is answered as a 502; a reply that is meant to be empty says so, by the body
 * `null` or by its length.
 * Later a body that errors cuts the client's connection: that is how a broken upstream looks to a client.
 * It may throw `RouterError`; anything else thrown is answered as a 500 that tells nothing.
 */
export interface Provider {
  /** Shown to people and sent as `x-router-provider`. */
  readonly id: string
  /** The entries this provider adds to `GET /v1/models`. */
  readonly models: readonly ModelEntry[]
  /** The endpoints it can answer; the others are a 501. */
  readonly endpoints: ReadonlySet<EndpointId>
  /** The largest file in bytes that it takes at an endpoint; 512 MB where nothing is said. */
  readonly largestFile?: Partial<Readonly<Record<EndpointId, number>>>
  answer(request: ProviderRequest): Promise<Response>
}
