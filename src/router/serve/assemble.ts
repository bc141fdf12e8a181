import type { Hono } from 'hono'
import { createRateLimits } from '../answer/limits.ts'
import { createRouter } from '../app.ts'
import { isLoopback, ownHosts } from '../http/request-guard.ts'
import { createIntake } from '../http/request-intake.ts'
import type { RouterEnv } from '../http/trace.ts'
import { createSharedReplies } from '../ops/kept-replies.ts'
import { createProviders } from '../providers/all-providers.ts'
import { createLog, type Log, type Print, redacting } from '../runtime/log.ts'
import { systemClock } from '../runtime/system-clock.ts'
import type { RouterConfig } from '../upstream/provider-config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Settings } from './settings.ts'
import type { StaticFiles } from './static-files.ts'

function addressOf({ host }: Settings, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const reachable = (host: string) =>
  `Warning: HOST ${host} can be reached from other machines over plain HTTP: anyone on the network can read the key and all traffic. Put a proxy with TLS in front.`

interface Announcement {
  readonly settings: Settings
  readonly port: number
  /** The generated key, where none was configured. A configured key is never printed. */
  readonly madeKey?: string
  readonly trouble?: string
  readonly config?: RouterConfig
  /** What was found on this machine, one line each. */
  readonly found?: readonly string[]
}

/** What answers, and whether anything leaves this machine. */
function sources(
  { providers, sandbox, notes }: Pick<RouterConfig, 'providers' | 'sandbox' | 'notes'>,
  found: readonly string[],
): string[] {
  const names = providers.map(({ upstream }) => upstream.name).join(', ')
  const real = `Providers: ${names}. Requests for their models are sent to them, and may be billed.`
  const isAlone = names === '' && found.length === 0
  const made = `Sandbox: synthetic output${isAlone ? '. Nothing is sent to any provider, and nothing is billed.' : ' for its own models, which are marked.'}`
  return [...(names === '' ? [] : [real]), ...found, ...(sandbox ? [made] : []), ...notes]
}

/** The lines printed at start: the address, how to call the router, warnings. */
export function announcement({ settings, port, madeKey, trouble, config, found = [] }: Announcement): string[] {
  const here = addressOf(settings, port)
  const address = settings.publicUrl === undefined ? here : new URL(settings.publicUrl).origin
  const key = madeKey !== undefined && isLoopback(settings.host) ? madeKey : '<ROUTER_API_KEY>'
  return [
    `Patchbay listens at ${here}${here === address ? '' : `, for people at ${address}`}`,
    `OPENAI_BASE_URL=${address}/v1 OPENAI_API_KEY=${key}`,
    ...sources(config ?? { providers: [], sandbox: true, notes: [] }, found),
    ...(isLoopback(settings.host) ? [] : [reachable(settings.host)]),
    ...(trouble === undefined ? [] : [trouble]),
  ]
}

interface Parts {
  readonly port: number
  readonly folder: DataFolder
  readonly print: Print
  readonly config: RouterConfig
  readonly files?: StaticFiles
  readonly isStopping?: () => boolean
}

interface Assembled {
  readonly router: Hono<RouterEnv>
  /** What to print at start, as soon as this machine was searched. */
  readonly lines: Promise<readonly string[]>
  readonly log: Log
}

/** Without Redis a replica still answers what has no `Idempotency-Key`, so it is not `down`. */
const partsOf = ({ keepsResults, redis }: DataFolder) => ({
  results: keepsResults ? 'kept' : 'in memory',
  ...(redis && { redis: redis.client.isReady ? 'connected' : 'lost' }),
})

function secretsOf({ redisUrl }: Settings, ...secrets: readonly string[]): readonly string[] {
  const { password } = new URL(redisUrl ?? 'redis://localhost')
  return [...secrets, password, decodeURIComponent(password)]
}

/** Builds the router from the settings, for a server that listens on `port`. */
export async function assemble(
  settings: Settings,
  { port, folder, print, config, files, isStopping = () => false }: Parts,
): Promise<Assembled> {
  const { host, publicUrl, allowedOrigins, unsafeOrigins } = settings
  const { key, ops, keepsResults, uploads, videos, trouble } = folder
  const secret = settings.secret ?? folder.secret
  const format = settings.logFormat ?? (process.stdout.isTTY ? 'text' : 'json')
  const secrets = [...secretsOf(settings, key, secret), ...config.secrets]
  const log = createLog(redacting(print, secrets), format, systemClock)
  folder.redis?.logTo(log)
  const providers = await createProviders({
    config,
    log,
    clock: systemClock,
    unsafeOrigins,
    ...(videos !== undefined && { videos }),
  })
  const router = createRouter({
    providers: providers.list,
    models: providers,
    key,
    own: ownHosts(host, port, publicUrl),
    allowedOrigins,
    handsOutKey: isLoopback(host) && publicUrl === undefined,
    secret,
    ops,
    ...(folder.redis && { replies: createSharedReplies(folder.redis, key, systemClock) }),
    intake: createIntake(uploads === undefined ? {} : { folder: uploads }),
    keepsResults,
    surroundings: { isStopping, parts: () => partsOf(folder) },
    rates: createRateLimits(folder.redis && { redis: folder.redis.client }),
    measuresProcess: true,
    ...(providers.meter && { meter: providers.meter }),
    log,
    ...(files && { files }),
  })
  const madeKey = settings.key === undefined ? { madeKey: key } : {}
  return {
    router,
    log,
    lines: providers.found.then((found) =>
      announcement({
        settings,
        port,
        config: { ...config, sandbox: providers.meter !== undefined },
        found,
        ...madeKey,
        ...(trouble !== undefined && { trouble }),
      }),
    ),
  }
}
