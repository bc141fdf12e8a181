import type { EndpointId } from '#contract/routes.ts'
import type { Downloaded } from '../download/download.ts'
import type { DownloadProgress } from '../download/download-file.ts'
import type { FileSource } from '../download/file-request.ts'
import type { Chunk, Connection, SoundChunk, StreamOptions } from '../exchange.ts'
import type { WorkerOf } from './port-stream.ts'

/** One request from the page to the worker; everything in it can be cloned. */
export interface NetRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
  readonly redirect: RequestRedirect
  readonly mode: RequestMode
}

/** Page to worker. Each message but `allow` transfers the port on which its reply is served (`port-stream.ts`). */
export type ToWorker =
  /** The person confirmed this origin: it may be called from now on. */
  | { readonly kind: 'allow'; readonly origin: string }
  | { readonly kind: 'fetch'; readonly request: NetRequest }
  /** The reply is read in the worker, so that only events and files are sent to the page. */
  | ({
      readonly kind: 'read'
      readonly connection: Connection
      readonly endpoint: EndpointId
      readonly request: unknown
    } & Omit<StreamOptions, 'signal'>)
  /** The bytes are kept in the worker: only progress and the whole file are sent to the page. */
  | { readonly kind: 'download'; readonly connection: Connection; readonly source: FileSource }

export type NetReadItem = Chunk | SoundChunk

/** One item of a download: its progress, and last how it ended. */
export type NetDownloadItem = DownloadProgress | Downloaded

/** One item of the reply to a `fetch`: the head first, then the pieces of the body. */
export type NetReplyItem =
  | { readonly status: number; readonly statusText: string; readonly headers: NetRequest['headers'] }
  | Uint8Array<ArrayBuffer>

export type NetWorker = WorkerOf<ToWorker>
