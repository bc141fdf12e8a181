import type { EndpointId } from '#contract/endpoints.ts'
import type { Chunk } from '../exchange.ts'
import { networkError } from '../send/network-error.ts'
import { type Desk, failed, notLoaded, type StreamParts } from '../send/stream-reply.ts'
import { type FromReading, type NetReading, readFromReading, type ToRequest } from './net-protocol.ts'
import type { NetWorker } from './worker-fetch.ts'

/**
 * The `Stream` of a desk whose requests are sent and read by the net worker. It tells exactly what it would tell here; should the
 * worker break, the run ends as after a lost network, unless the worker never took the request.
 */
export async function* streamInWorker(
  desk: Desk,
  worker: NetWorker,
  endpoint: EndpointId,
  { signal, request, ...how }: StreamParts,
): AsyncGenerator<Chunk, void> {
  const { baseUrl, key, own, mask } = desk
  const connection = { baseUrl, own, ...(key !== undefined && { key }) }
  const { port1: port, port2 } = new MessageChannel()
  const say = (message: ToRequest) => port.postMessage(message)
  const abort = () => say({ kind: 'abort' })
  const { next, close } = listenTo(port, worker)
  let taken = false
  try {
    if (!posted(worker, { connection, endpoint, request, ...how }, port2)) return yield failed(endpoint, unsendable)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    say({ kind: 'pull' })
    for (;;) {
      const heard = await next()
      if (heard.kind === 'end') return
      if (heard.kind === 'lost')
        return yield failed(
          endpoint,
          taken ? networkError(new TypeError('The part of this app that reads media has stopped.'), mask) : notLoaded,
        )
      taken = true
      if (heard.kind === 'taken') continue
      yield heard.chunk
      say({ kind: 'pull' })
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
    close()
  }
}

const unsendable = {
  kind: 'contract',
  message: 'This request cannot be written as JSON.',
  stage: 'not_sent',
} as const

/** False where the request holds what cannot even be copied, a function for example. */
function posted(worker: NetWorker, reading: NetReading, port: MessagePort): boolean {
  try {
    worker.postMessage({ kind: 'read', reading }, [port])
    return true
  } catch {
    return false
  }
}

function listenTo(port: MessagePort, worker: NetWorker) {
  const waiting: FromReading[] = []
  let arrived = () => {}
  const hear = (heard: FromReading | undefined) => {
    if (heard) waiting.push(heard)
    arrived()
  }
  const lost = () => hear({ kind: 'lost' })
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(readFromReading(data)))
  port.start()
  worker.addEventListener('error', lost)
  return {
    async next(): Promise<FromReading> {
      for (;;) {
        const first = waiting.shift()
        if (first) return first
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      }
    },
    close() {
      worker.removeEventListener('error', lost)
      port.close()
    },
  }
}
