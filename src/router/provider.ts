import type { EndpointId } from '#contract/endpoints.ts'
import type { ModelEntry } from '#contract/models/models.ts'

/** One decoded, validated request on its way to a provider. */
export interface ProviderRequest {
  readonly endpoint: EndpointId
  /** The requested model, one of the provider's own `models`. */
  readonly model: string
  /** The decoded body, including unknown fields. A file is a Blob, readable until the reply has ended. */
  readonly body: Readonly<Record<string, unknown>>
  /** Path parameters, decoded: `{ id }`. */
  readonly params: Readonly<Record<string, string>>
  /** The value of the reply's `x-request-id` header. */
  readonly requestId: string
  /** Aborted when the client stops the request or, without an idempotency key, disconnects. */
  readonly signal: AbortSignal
}

/**
 * The port to a source of replies: an upstream, or the sandbox.
 *
 * `answer` resolves as soon as the reply's status is known, with a `Response` that holds JSON, bytes or an event stream. The body is
 * forwarded byte for byte, so an upstream that already follows the convention needs no conversion.
 * A stream that errors or ends before its first byte becomes a 502. An intentionally empty reply has the body `null` or
 * `content-length: 0`. A body that errors later closes the client's connection without a proper end.
 * `answer` may reject with a `RouterError`; anything else becomes a 500 without details.
 */
export interface Provider {
  /** Displayed in the app and sent as `x-router-provider`. */
  readonly id: string
  /** The entries this provider adds to `GET /v1/models`. */
  readonly models: readonly ModelEntry[]
  /** The endpoints it implements. One that no provider implements is a 501. */
  readonly endpoints: ReadonlySet<EndpointId>
  /** The largest accepted file in bytes, by endpoint; 512 MB by default. */
  readonly largestFile?: Partial<Readonly<Record<EndpointId, number>>>
  answer(request: ProviderRequest): Promise<Response>
}
