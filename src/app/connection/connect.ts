import { type Client, createClient } from '../client/client.ts'
import type { Connection } from '../client/exchange.ts'
import { probe } from '../client/send/probe.ts'
import { createReadRetry } from '../client/send/retry-table.ts'
import { isStatic } from '../ui/is-static.ts'

export function connect(connection: Connection): Client {
  const send = fetchFor(connection.baseUrl)
  return createClient(connection, {
    fetch: send,
    ...(!isOwn(connection.baseUrl) && { probe: (signal, patienceMs) => probe(connection, send, signal, patienceMs) }),
    netWorker: async () => (await import('../client/worker/foreign-fetch.ts')).netWorkerFor(connection.baseUrl),
  })
}

/** Whether a base URL is of the page's origin, or malformed, which the client refuses before it calls `fetch`. No router is in the static demo. */
const isOwn = (baseUrl: string): boolean =>
  !isStatic && (!URL.canParse(baseUrl, location.href) || new URL(baseUrl, location.href).origin === location.origin)

/** The `fetch` for a base URL: the global one for the page's own origin, else one whose code is loaded with the first call. */
export function fetchFor(baseUrl: string): typeof fetch {
  if (isOwn(baseUrl)) return (input, init) => fetch(input, init)
  return async (input, init) =>
    (await import('../client/worker/foreign-fetch.ts')).foreignFetchFor(baseUrl)(input, init)
}

/** Retries free reads according to the retry table, with one budget for the whole page. */
export const retryRead = createReadRetry()
