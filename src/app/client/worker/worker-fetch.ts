import { isReplyItem, type NetWorker } from './net-protocol.ts'
import { readFrom, WorkerBroke } from './port-stream.ts'

/** Statuses whose replies have no body, by the Fetch standard. */
const bodiless = new Set([204, 205, 304])

/**
 * A `fetch` whose requests are made by the net worker. It behaves as the page's own: rejects with a `TypeError` when nobody answers
 * and with the signal's reason when aborted, and reads no faster than the body is read.
 */
export function createWorkerFetch(worker: NetWorker): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const signal = init?.signal ?? request.signal
    signal.throwIfAborted()
    const { url, method } = request
    const body = request.body === null ? null : await request.blob()
    signal.throwIfAborted()
    const leaving = new AbortController()
    const message = { kind: 'fetch', request: { url, method, headers: [...request.headers], body } } as const
    const items = readFrom(worker, message, isReplyItem, AbortSignal.any([signal, leaving.signal]))
    const next = async () => {
      try {
        const step = await items.next()
        return step.done ? undefined : step.value
      } catch (cause) {
        signal.throwIfAborted()
        throw cause instanceof WorkerBroke ? new TypeError(broke) : cause
      }
    }
    const head = await next()
    if (head === undefined || head instanceof Uint8Array) throw new TypeError(broke)
    const { status, statusText } = head
    const headers = head.headers.map(([name, value]): [string, string] => [name, value])
    const stream = bodiless.has(status)
      ? null
      : new ReadableStream<Uint8Array>({
          async pull(controller) {
            const bytes = await next()
            if (bytes instanceof Uint8Array) controller.enqueue(bytes)
            else controller.close()
          },
          cancel() {
            // The signal reaches the worker also while an item is awaited; a generator does not return before it comes.
            leaving.abort()
            void items.return().catch(() => {})
          },
        })
    if (stream === null) void items.return()
    return new Response(stream, { status, statusText, headers })
  }
}

const broke = 'The part of this app that calls other routers could not be loaded or has stopped.'
