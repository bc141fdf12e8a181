import { defined } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/routes.ts'
import type { KeyMask } from '#media/key-mask.ts'
import { type ErrorFacts, networkError } from '../client-error.ts'
import type { Chunk } from '../exchange.ts'
import { readMediaReply } from '../read/media/read-media-reply.ts'
import { type ClientContext, failed, notLoaded, type StreamParts, streamReply } from '../send/stream-reply.ts'
import type { NetReadItem, ToWorker } from './net-protocol.ts'
import { readFrom, WorkerBroke } from './port-stream.ts'
import { openSound } from './sound-listeners.ts'

/** The `Stream` of the media routes, in the net worker where there is one. A broken worker that took the request is a lost network. */
export async function* mediaStream(
  context: ClientContext,
  endpoint: EndpointId,
  parts: StreamParts,
): AsyncGenerator<Chunk, void> {
  const sound = openSound(parts.idempotencyKey)
  try {
    for await (const item of items(context, endpoint, { ...parts, listening: sound.listening })) {
      if (item.kind === 'sound') sound.send(item)
      else yield item
    }
  } finally {
    sound.end()
  }
}

async function* items(
  context: ClientContext,
  endpoint: EndpointId,
  parts: StreamParts,
): AsyncGenerator<NetReadItem, void> {
  const { netWorker, baseUrl, key, headers, own, mask } = context
  const { signal, listening, request, ...how } = parts
  if (netWorker === undefined || signal?.aborted) return yield* streamReply(context, endpoint, parts, readMediaReply)
  const worker = await netWorker().catch(() => undefined)
  if (!worker) return yield failed(endpoint, notLoaded)
  const connection = { baseUrl, own, ...defined({ key, headers }) }
  try {
    const message: ToWorker = { kind: 'read', connection, endpoint, request, ...how }
    yield* readFrom<NetReadItem>(worker, message, signal, listening)
  } catch (cause) {
    yield failed(endpoint, errorOf(cause, mask))
  }
}

function errorOf(cause: unknown, mask: KeyMask): ErrorFacts {
  if (cause instanceof DOMException && cause.name === 'DataCloneError')
    return { kind: 'contract', message: 'This request cannot be written as JSON.', stage: 'not_sent' }
  if (cause instanceof WorkerBroke && !cause.taken) return notLoaded
  return networkError(new TypeError('The part of this app that reads media has stopped.'), mask)
}
