import workerUrl from './net-worker.ts?worker&url'
import { createWorkerFetch } from './worker-fetch.ts'

/** What of Trusted Types is used; TypeScript's own library does not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

let calls: { readonly worker: Worker; readonly fetch: typeof fetch } | undefined
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * The `fetch` for a base URL: the page's own for its own origin, and for every other origin one that calls through the net worker,
 * since the page itself may connect to nothing else. Asking for it confirms the origin. The worker is made at the first call.
 */
export function fetchFor(baseUrl: string): typeof fetch {
  // What is no address is refused by the client before it comes here.
  const origin = URL.canParse(baseUrl, location.href) ? new URL(baseUrl, location.href).origin : location.origin
  if (origin === location.origin) return (input, init) => fetch(input, init)
  return (input, init) => {
    calls ??= startWorker()
    calls.worker.postMessage({ kind: 'allow', origin })
    return calls.fetch(input, init)
  }
}

function startWorker() {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module', name: 'net-worker' })
  // What is broken is made anew by the next call.
  worker.addEventListener('error', () => {
    worker.terminate()
    calls = undefined
  })
  return { worker, fetch: createWorkerFetch(worker) }
}

/** The address of a script of our own, as a browser with Trusted Types wants it. Throws for any other origin. */
function trustedScript(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('app', { createScriptURL: ownScript })
  return policy?.createScriptURL(url) ?? ownScript(url)
}

function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('Only scripts of this app may run.')
  return url
}
