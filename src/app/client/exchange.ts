import type { EndpointId, PathParams } from '#contract/routes.ts'
import type { RawEvent, RunEvent } from './read/run-event.ts'

export interface Connection {
  /** Ends in `/v1`, without a slash behind it. */
  readonly baseUrl: string
  readonly key?: string
  /** Sent to its origin with every request, as secret as the key. */
  readonly headers?: readonly ConnectionHeader[]
  /** Our own router answered here (`x-router: patchbay`): only then idempotency keys are sent. */
  readonly own: boolean
}

/** A header that a router or the gateway before it asks for, such as `x-portkey-provider`. */
export interface ConnectionHeader {
  readonly name: string
  readonly value: string
}

/** Status and headers of a reply. Facts that were not sent or cannot be read are left out. */
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

/** Bytes received with a reply; events refer to them by their hash. */
export interface ReplyFile {
  /** Hex. */
  readonly sha256: string
  /** By the bytes' signature, else as the router states. */
  readonly type: string
  readonly blob: Blob
}

export type RequestPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: { readonly name: string; readonly blob: Blob } }

/**
 * One piece of a reply: first the head (when one came at all), then every event of one network chunk at a time. Chunks that
 * complete no event come empty, as a sign of life, at most one a second.
 * `raw` is what a ledger keeps: fed to a new reader it gives the same `events` again. A whole JSON reply is one raw event. A failed
 * reply (by its status, or a page in place of an answer) has no raw events: its body is in the `error`. Bytes are never in
 * raw events: base64 is taken out of them into `files`, and a reply that is bytes or plain text has a file and no raw event.
 * A sound that comes in pieces is one file, with its `media` event before the end; its raw events have the places of their bytes in it.
 */
export type Chunk = { readonly kind: 'head'; readonly head: ReplyHead } | EventChunk

export interface EventChunk {
  readonly kind: 'events'
  readonly raw: readonly RawEvent[]
  readonly events: readonly RunEvent[]
  readonly files?: readonly ReplyFile[]
  /** In the one chunk that says it: when the first bytes of sound came, in milliseconds since the request was sent. */
  readonly firstSound?: number
}

/** Bytes of a sound that is still arriving, for who listens: no part of what a reply says, and never stored. */
export interface SoundChunk {
  readonly kind: 'sound'
  /** All bytes before the first listening, then each piece as it comes. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

export interface StreamOptions<Id extends EndpointId = EndpointId> {
  /** The values of the path's parameters, not encoded; one that is missing or unusable ends the reply as `refused`, unsent. */
  readonly params?: PathParams<Id>
  /** Aborting ends the reply as `stopped`. */
  readonly signal?: AbortSignal
  /** Sent only to our own router. */
  readonly idempotencyKey?: string
  /** Sent as multipart, in this order and in place of the request. */
  readonly parts?: readonly RequestPart[]
}

/** Sends one request once and reads any reply. Never throws: the last event is the one `end`. Leaving the loop cancels the request. */
export type Stream = <Id extends EndpointId>(
  endpoint: Id,
  request: unknown,
  options?: StreamOptions<Id>,
) => AsyncGenerator<Chunk, void>
