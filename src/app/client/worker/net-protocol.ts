import type { EndpointId } from '#contract/endpoints.ts'
import type { Connection, StreamOptions } from '../exchange.ts'
import type { WorkerOf } from './port-stream.ts'

/** One request from the page to the worker; everything in it can be cloned. */
export interface NetRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
}

/** A request whose reply is read in the worker, so that only events and files are sent to the page. */
interface NetReading extends Omit<StreamOptions, 'signal'> {
  readonly connection: Connection
  readonly endpoint: EndpointId
  readonly request: unknown
}

/** Page to worker. Each `fetch` and `read` transfers the port on which its reply is served (`port-stream.ts`). */
export type ToWorker =
  /** The person confirmed this origin: it may be called from now on. */
  | { readonly kind: 'allow'; readonly origin: string }
  | { readonly kind: 'fetch'; readonly request: NetRequest }
  | { readonly kind: 'read'; readonly reading: NetReading }

/** One item of the reply to a `fetch`: the head first, then the pieces of the body. */
export type NetReplyItem = NetReplyHead | Uint8Array<ArrayBuffer>

interface NetReplyHead {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The net worker as the page holds it. */
export type NetWorker = WorkerOf<ToWorker>
