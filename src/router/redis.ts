import { createClient } from '@redis/client'
import { codeOf } from './http/errors.ts'
import type { Log } from './log.ts'

const newClient = (url: string) =>
  createClient({
    url,
    // A request that needs Redis is refused while there is no connection, and not queued until its client has gone.
    disableOfflineQueue: true,
    socket: { connectTimeout: 5_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1_000) },
  })

/** A connection to Redis or Valkey that is opened again whenever it is lost. */
export interface Redis {
  /** Its commands reject while there is no connection. */
  readonly client: ReturnType<typeof newClient>
  /** The bytes that it may hold by its own configuration; undefined while that is unknown or without a limit. */
  readonly maxMemory: number | undefined
  /** Where it says that the connection was lost or opened, and what is dangerous in the server's configuration. */
  logTo(log: Log): void
}

const factOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

/** What in the server's configuration lets it forget a paid request, which could then be sent twice. */
function dangersIn(info: string): string[] {
  const policy = factOf(info, 'maxmemory_policy')
  return [
    ...(factOf(info, 'aof_enabled') === '0'
      ? ['Redis forgets paid requests when it restarts: set appendonly yes and appendfsync always.']
      : []),
    ...(policy !== undefined && policy !== 'noeviction'
      ? [`Redis may remove paid requests when it is full (${policy}): set maxmemory-policy noeviction.`]
      : []),
  ]
}

/** Why Redis did not do what it was asked: its own word, such as `OOM` or `WRONGPASS`, or the code of the connection. */
export function redisReason(thrown: unknown): string {
  const word = thrown instanceof Error ? /^[A-Z]{3,}\b/.exec(thrown.message)?.[0] : undefined
  return word ?? (codeOf(thrown) === 'unexpected error' ? 'no connection' : codeOf(thrown))
}

/** Connects without waiting: the router starts and answers what needs no Redis while there is none. `url` is never logged. */
export function connectRedis(url: string): Redis {
  const client = newClient(url)
  let log: Log = () => {}
  let maxMemory: number | undefined
  let isLost = false
  client.on('error', (thrown) => {
    const message = `redis lost (${redisReason(thrown)}): requests with an Idempotency-Key are refused until it is back`
    if (!isLost) log(message, { level: 'error', message })
    isLost = true
  })
  client.on('ready', async () => {
    log('redis connected')
    isLost = false
    const info = await client.info().catch(() => '')
    maxMemory = Number(factOf(info, 'maxmemory') ?? 0) || undefined
    for (const danger of dangersIn(info)) log(`Warning: ${danger}`, { level: 'warn', message: danger })
  })
  // Fails only where the client was closed before it was connected.
  client.connect().catch(() => undefined)
  return {
    client,
    get maxMemory() {
      return maxMemory
    },
    logTo(given) {
      log = given
    },
  }
}
