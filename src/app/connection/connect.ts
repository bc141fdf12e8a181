import { type Client, createClient } from '../client/client.ts'
import type { Connection } from '../client/exchange.ts'
import { createPatience } from '../client/send/retry-table.ts'

/** The client of a connection. */
export const connect = (connection: Connection): Client =>
  createClient(connection, {
    fetch: fetchFor(connection.baseUrl),
    netWorker: async () => (await import('../client/worker/foreign-fetch.ts')).netWorkerFor(connection.baseUrl),
  })

/** The `fetch` for a base URL: the page's own for its own origin. What calls other origins is loaded with the first call to one. */
export function fetchFor(baseUrl: string): typeof fetch {
  // What is no address is refused by the client before it comes here.
  const isOwn = !URL.canParse(baseUrl, location.href) || new URL(baseUrl, location.href).origin === location.origin
  if (isOwn) return (input, init) => fetch(input, init)
  return async (input, init) =>
    (await import('../client/worker/foreign-fetch.ts')).foreignFetchFor(baseUrl)(input, init)
}

/** Repeats free reads by themselves where the retry table says so; one budget for the whole page. */
export const readPatiently = createPatience({ random: Math.random, wait })

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}
