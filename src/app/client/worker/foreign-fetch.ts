import { ownWorker } from '../../ui/own-worker.ts'
import type { NetWorker } from './net-protocol.ts'
import workerUrl from './net-worker.ts?worker&url'
import { createWorkerFetch } from './worker-fetch.ts'

/** The worker, once it is made, and what calls through it. */
let calls: { readonly worker: Worker; readonly fetch: typeof fetch } | undefined

/**
 * The `fetch` for a base URL: the page's own for its own origin, and for every other origin one that calls through the net worker,
 * since the page itself may connect to nothing else. Asking for it confirms the origin. The worker is made at the first call.
 */
export function fetchFor(baseUrl: string): typeof fetch {
  const origin = originOf(baseUrl)
  if (origin === location.origin) return (input, init) => fetch(input, init)
  return (input, init) => {
    const { worker, fetch } = startedWorker()
    worker.postMessage({ kind: 'allow', origin })
    return fetch(input, init)
  }
}

/** The net worker, in which the media replies of this base URL are read; its own origin too. Asking for it confirms the origin. */
export function netWorkerFor(baseUrl: string): NetWorker {
  const { worker } = startedWorker()
  worker.postMessage({ kind: 'allow', origin: originOf(baseUrl) })
  return worker
}

/** What is no address is refused by the client before it comes here. */
function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl, location.href) ? new URL(baseUrl, location.href).origin : location.origin
}

function startedWorker() {
  calls ??= startWorker()
  return calls
}

function startWorker() {
  const worker = ownWorker(workerUrl, 'net-worker')
  // What is broken is made anew by the next call.
  worker.addEventListener('error', () => {
    worker.terminate()
    calls = undefined
  })
  return { worker, fetch: createWorkerFetch(worker) }
}
