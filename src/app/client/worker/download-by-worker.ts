import { noMask } from '#media/key-mask.ts'
import { networkError } from '../client-error.ts'
import type { Downloaded } from '../download/download.ts'
import type { DownloadProgress } from '../download/download-file.ts'
import type { FileSource } from '../download/file-request.ts'
import type { Connection } from '../exchange.ts'
import { notLoaded } from '../send/stream-reply.ts'
import { netWorkerFor } from './foreign-fetch.ts'
import type { NetDownloadItem, NetWorker, ToWorker } from './net-protocol.ts'
import { readFrom, WorkerBroke } from './port-stream.ts'

export interface DownloadOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: DownloadProgress) => void
}

/** Downloads one file from a router, or one that the router names. Never rejects. */
export type Download = (connection: Connection, source: FileSource, options?: DownloadOptions) => Promise<Downloaded>

/** The `Download` of this browser: in the net worker, where the bytes are hashed. */
export const downloadByWorker: Download = (connection, source, options) =>
  downloadIn(netWorkerFor(connection.baseUrl), connection, source, options)

/** Downloads in this worker, in which the connection's origin is allowed. */
export async function downloadIn(
  worker: NetWorker,
  connection: Connection,
  source: FileSource,
  { signal, onProgress }: DownloadOptions = {},
): Promise<Downloaded> {
  const message: ToWorker = { kind: 'download', connection, source }
  try {
    for await (const item of readFrom<NetDownloadItem>(worker, message, signal)) {
      if ('status' in item) return item
      onProgress?.(item)
    }
    return { status: 'cancelled' }
  } catch (cause) {
    if (signal?.aborted) return { status: 'cancelled' }
    if (cause instanceof WorkerBroke && !cause.taken) return { status: 'failed', error: notLoaded }
    const stopped = new TypeError('The part of this app that downloads has stopped.')
    return { status: 'failed', error: networkError(stopped, noMask) }
  }
}
