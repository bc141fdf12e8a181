import { type FromRequest, readFromRequest, type ToRequest, type ToWorker } from './net-protocol.ts'

/** The part of `Worker` that is used. */
export type NetWorker = Pick<Worker, 'addEventListener' | 'removeEventListener'> & {
  postMessage(message: ToWorker, transfer?: Transferable[]): void
}

/** Statuses whose replies have no body, by the Fetch standard. */
const bodiless = new Set([204, 205, 304])

/**
 * A `fetch` whose calls are made by the net worker. It behaves as the page's own would: rejects with a `TypeError` when nobody
 * answers and with the signal's reason when aborted, and reads no faster than the body is read.
 */
export function createWorkerFetch(worker: NetWorker): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const signal = init?.signal ?? request.signal
    signal.throwIfAborted()
    const { url, method } = request
    const body = request.body === null ? null : await request.blob()
    signal.throwIfAborted()
    const { port1: port, port2 } = new MessageChannel()
    const headers = [...request.headers]
    worker.postMessage({ kind: 'fetch', request: { url, method, headers, body } }, [port2])
    return receive(port, worker, signal)
  }
}

function receive(port: MessagePort, worker: NetWorker, signal: AbortSignal): Promise<Response> {
  const say = (message: ToRequest) => port.postMessage(message)
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    let arrived = () => {}
    const settle = () => {
      signal.removeEventListener('abort', abort)
      worker.removeEventListener('error', lost)
      port.close()
    }
    const fail = (reason: unknown) => {
      settle()
      body?.error(reason)
      reject(reason)
    }
    const abort = () => {
      say({ kind: 'abort' })
      fail(signal.reason)
    }
    const lost = () =>
      fail(new TypeError('The part of this app that calls other routers could not be loaded or has stopped.'))
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          body = controller
        },
        // One chunk is asked for at a time, so the next pull waits for it.
        pull: () =>
          new Promise((resolve) => {
            arrived = resolve
            say({ kind: 'pull' })
          }),
        cancel: () => {
          say({ kind: 'abort' })
          settle()
        },
      })
    const take = (message: FromRequest) => {
      switch (message.kind) {
        case 'head': {
          const { status, statusText, headers } = message
          const init = { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) }
          return resolve(new Response(bodiless.has(status) ? null : stream(), init))
        }
        case 'chunk':
          body?.enqueue(message.bytes)
          return arrived()
        case 'end':
          settle()
          return body?.close()
        case 'error':
          return fail(new TypeError(message.message))
      }
    }
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = readFromRequest(data)
      if (message) take(message)
    })
    port.start()
    signal.addEventListener('abort', abort, { once: true })
    worker.addEventListener('error', lost)
  })
}
