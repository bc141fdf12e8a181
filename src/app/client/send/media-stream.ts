import type { EndpointId } from '#contract/endpoints.ts'
import type { Chunk } from '../exchange.ts'
import { readMediaReply } from '../read/media/read-media-reply.ts'
import { streamInWorker } from '../worker/stream-in-worker.ts'
import { type Desk, failed, notLoaded, type StreamParts, streamReply } from './stream-reply.ts'

/** The `Stream` of the media routes: in the net worker where the desk has one, else here. */
export async function* mediaStream(desk: Desk, endpoint: EndpointId, parts: StreamParts): AsyncGenerator<Chunk, void> {
  const { netWorker } = desk
  if (netWorker === undefined || parts.signal?.aborted) return yield* streamReply(desk, endpoint, parts, readMediaReply)
  const worker = await netWorker().catch(() => undefined)
  if (worker) yield* streamInWorker(desk, worker, endpoint, parts)
  else yield failed(endpoint, notLoaded)
}
