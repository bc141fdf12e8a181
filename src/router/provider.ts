import type { ModelEntry } from '#contract/models/models.ts'
import type { EndpointId } from '#contract/routes.ts'

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
  /** Where the client reaches what the provider's `file` reads: `http://127.0.0.1:8787/jobs/images`. */
  readonly filesAt?: string
  /** Aborted when the client stops the request or, without an idempotency key, disconnects. */
  readonly signal: AbortSignal
  /**
   * Called before the first byte leaves for an upstream: a request for which it was not called was provably not sent, and is not billed.
   * Rejects where it cannot be noted; then nothing may be sent. A remote provider, one that gives `limits`, calls it by `callUpstream`,
   * once it is connected; for others it is called before `answer`.
   */
  readonly sending?: (() => Promise<void>) | undefined
  /** For providers that keep no replies themselves. */
  readonly replies?: KeptReplies
  /** To be called with the types of the request’s tools that this provider leaves out, before it is asked. */
  readonly leaveOut?: (types: readonly string[]) => void
}

/** Items of a conversation in the Responses convention. */
export type Items = readonly Readonly<Record<string, unknown>>[]

/**
 * The last replies of providers that keep none themselves, so that clients can refer to them and to their items by id. Finding rejects
 * with a `RouterError` where that cannot be told; keeping never rejects.
 */
export interface KeptReplies {
  /** All items up to the end of the reply. */
  find(id: string): Promise<Items | undefined>
  /** The id of a reply that has the item. */
  holderOf(itemId: string): Promise<string | undefined>
  keep(id: string, items: Items): Promise<void>
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
  /** The entries this provider adds to `GET /v1/models` at present: the same array until the list is another one. */
  readonly models: readonly ModelEntry[]
  /** The endpoints it implements. One that no provider implements is a 501. */
  readonly endpoints: ReadonlySet<EndpointId>
  /** The largest accepted file in bytes, by endpoint; 512 MB by default. */
  readonly largestFile?: Partial<Readonly<Record<EndpointId, number>>>
  answer(request: ProviderRequest): Promise<Response>
  /** Reads a file that a reply named by an address below `filesAt`, or the part that the headers ask for. Rejects with a 404. */
  readonly file?: (name: string, headers: Headers) => Promise<Response>
  /** Its own name of a model that clients know as `model`; the same by default. */
  readonly ownModel?: (model: string) => string
  /** Given by a remote provider: the router keeps to them, and asks it less while it fails. */
  readonly limits?: ProviderLimits
  /** Ports to its jobs. They answer the endpoints of their kind in place of `answer`. */
  readonly jobs?: Partial<Readonly<Record<JobKind, JobPort>>>
}

/** What a provider may be asked for; without a number as much as comes. */
export interface ProviderLimits {
  /** Paid requests in a minute. */
  readonly requestsPerMinute?: number
  /** Paid requests at once, each until its reply is over. */
  readonly concurrent?: number
}

/** Work that goes on after its request was answered. Each kind has ids of its own. */
export type JobKind = 'video' | 'dubbing'

export interface NewJobRequest extends ProviderRequest {
  /** The id under which clients know the job that has the given id at this provider. */
  readonly publicId: (id: string) => string
}

export interface JobRequest {
  /** The job's id at the provider. */
  readonly id: string
  /** The id under which clients know it, and by which replies name it. */
  readonly publicId: string
  readonly query: URLSearchParams
  /** Of the client's headers only `range`, `if-range` and `if-none-match`. */
  readonly headers: Headers
  /** The value of the reply's `x-request-id` header. */
  readonly requestId: string
  readonly signal: AbortSignal
}

/**
 * The port to jobs of one kind. Its methods settle as `Provider.answer` does. `create` resolves once the job is sure to exist, with a
 * reply that names it by `publicId`. `status` and `content` are free reads, which clients repeat; an unknown job is a 404.
 */
export interface JobPort {
  create(request: NewJobRequest): Promise<Response>
  status(request: JobRequest): Promise<Response>
  content(request: JobRequest): Promise<Response>
}

/** What the configuration says of a model, beside what its providers list. */
export interface ModelPolicy {
  /** The ids of the providers that alone are asked, in this order. */
  readonly providers?: readonly string[]
  readonly fallbackOnUnknown?: boolean
  /** The id belongs to a real provider: the sandbox never answers for it, even while no provider lists it. */
  readonly isReal?: boolean
}
