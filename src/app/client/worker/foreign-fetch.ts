import { ownWorker } from '../../ui/own-worker.ts'
import type { NetReplyItem, NetWorker, ToWorker } from './net-protocol.ts'
import workerUrl from './net-worker.ts?worker&url'
import { readFrom, WorkerBroke } from './port-stream.ts'

let calls: { readonly worker: Worker; readonly fetch: typeof fetch } | undefined

/** The `fetch` for another origin than the page's, through the net worker, as the Content-Security-Policy requires. */
export const foreignFetchFor =
  (baseUrl: string): typeof fetch =>
  (input, init) => {
    netWorkerFor(baseUrl)
    return startedWorker().fetch(input, init)
  }

/** The net worker, which reads media replies of any base URL, the page's origin included. Allows the origin of `baseUrl` in it. */
export function netWorkerFor(baseUrl: string): NetWorker {
  const { worker } = startedWorker()
  worker.postMessage({ kind: 'allow', origin: originOf(baseUrl) })
  return worker
}

/** The page's origin where `baseUrl` is no URL; the client refuses those before. */
function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl, location.href) ? new URL(baseUrl, location.href).origin : location.origin
}

function startedWorker() {
  if (calls) return calls
  const worker = ownWorker(workerUrl, 'net-worker')
  // The next call starts another one.
  worker.addEventListener('error', () => {
    worker.terminate()
    calls = undefined
  })
  calls = { worker, fetch: createWorkerFetch(worker) }
  return calls
}

/** Statuses whose replies have no body, by the Fetch standard. */
const bodiless = new Set([204, 205, 304])

/** A `fetch` through the net worker. Rejects like the page's own; backpressure of the body reaches the network. */
export function createWorkerFetch(worker: NetWorker): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const signal = init?.signal ?? request.signal
    signal.throwIfAborted()
    const { url, method, redirect, mode } = request
    const body = request.body === null ? null : await request.blob()
    signal.throwIfAborted()
    const leaving = new AbortController()
    const message: ToWorker = {
      kind: 'fetch',
      request: { url, method, headers: [...request.headers], body, redirect, mode },
    }
    const items = readFrom<NetReplyItem>(worker, message, AbortSignal.any([signal, leaving.signal]))
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
            // `return` waits for a pending `next`; the signal reaches the worker at once.
            leaving.abort()
            void items.return().catch(() => {})
          },
        })
    if (stream === null) void items.return()
    return new Response(stream, { status, statusText, headers })
  }
}

const broke = 'The part of this app that calls other routers could not be loaded, or has stopped.'
