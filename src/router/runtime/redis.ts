import { createHash } from 'node:crypto'
import { createClient, RESP_TYPES } from '@redis/client'
import { codeOf } from '../http/router-error.ts'
import type { Log } from './log.ts'
import { systemClock, within } from './system-clock.ts'

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
      ? ['Redis loses paid requests on restart: set appendonly yes and appendfsync always.']
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

/** Runs Lua scripts, which are atomic. `run` rejects where there is no connection, or no answer in time: then it may have been done. */
export function createScripts(redis: Pick<Redis, 'client'>, answerMs = 3_000) {
  const binary = redis.client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })

  async function run(script: string, ...args: readonly (string | number | Buffer)[]): Promise<unknown> {
    const options = { arguments: args.map((arg) => (typeof arg === 'number' ? String(arg) : arg)) }
    const sha = createHash('sha1').update(script).digest('hex')
    const known = binary.evalSha(sha, options).catch((thrown) => {
      if (!(thrown instanceof Error) || !thrown.message.startsWith('NOSCRIPT')) throw thrown
      return binary.eval(script, options)
    })
    // The client waits for ever for an answer to what it has written.
    return within(known, answerMs, systemClock, () => new Error('Redis did not answer in time'))
  }

  return { run }
}
