import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isLoopback } from '../http/request-guard.ts'
import { type LogFormat, logFormats } from '../runtime/log.ts'

export interface Settings {
  readonly port: number
  /** How long replies may go on after the first SIGINT or SIGTERM; a second one ends the process at once. */
  readonly drainMs: number
  readonly host: string
  /** The key that clients need; without one the router generates it. */
  readonly key?: string
  /** The URL of the router behind a proxy or tunnel. */
  readonly publicUrl?: string
  readonly allowedOrigins: readonly string[]
  /** Origins that recordings are fetched from although they are not public. */
  readonly unsafeOrigins: readonly string[]
  readonly dataDir: string
  /** Signs the ids of jobs; without one the router generates it. */
  readonly secret?: string
  /** The configuration file; `patchbay.config.json` in the working folder, where there is one, by default. */
  readonly configFile?: string
  readonly localServers?: 'off'
  readonly sandbox?: 'off'
  /** The Redis that replicas share. May hold a password. */
  readonly redisUrl?: string
  /** How the log is written; by default as text to a terminal, else as JSON. */
  readonly logFormat?: LogFormat
}

type SettingsResult =
  | { readonly status: 'good'; readonly settings: Settings }
  /** One line each; every line names its variable. */
  | { readonly status: 'bad'; readonly problems: readonly string[] }

type Variables = Readonly<Record<string, string | undefined>>

interface Machine {
  readonly platform: string
  readonly home: string
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

function isBareUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  return pathname === '/' && `${username}${password}${search}${hash}` === ''
}

const isOrigin = (text: string) => isBareUrl(text) && new URL(text).origin === text

const isRedisUrl = (text: string) => /^rediss?:\/\/./i.test(text) && URL.canParse(text)

const originsIn = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const checked = (fits: (text: string) => boolean, problem: string) =>
  z.optional(z.string().check(z.refine(fits, { error: problem })))

const Environment = z.object({
  PORT: checked(isPort, 'must be a number from 0 to 65535'),
  DRAIN_SECONDS: checked((text) => /^\d{1,3}$/.test(text), 'must be a number of seconds from 0 to 999'),
  HOST: checked((text) => /^[\w.:-]+$/.test(text), 'must be an address or host name to listen on, such as 127.0.0.1'),
  ROUTER_API_KEY: checked((text) => /^[\x21-\x7e]+$/.test(text), 'must be visible ASCII without spaces'),
  PUBLIC_URL: checked(isBareUrl, 'must be an http or https address without a path, such as https://patchbay.example'),
  ALLOWED_ORIGINS: checked(
    (text) => originsIn(text).every(isOrigin),
    'must be exact origins between commas, such as https://app.example,http://localhost:3000',
  ),
  UNSAFE_SOURCE_ORIGINS: checked(
    (text) => originsIn(text).every(isOrigin),
    'must be exact origins between commas, such as http://192.168.1.5:9000',
  ),
  ROUTER_SECRET: checked((text) => text.length >= 16, 'must have 16 characters or more'),
  CONFIG_FILE: z.optional(z.string()),
  LOCAL_SERVERS: z.optional(z.literal('off', { error: 'can only be off' })),
  SANDBOX: z.optional(z.literal('off', { error: 'can only be off' })),
  REDIS_URL: checked(
    isRedisUrl,
    'must be an address such as redis://127.0.0.1:6379 or rediss://user:password@host:6379',
  ),
  DATA_DIR: z.optional(z.string()),
  LOG_FORMAT: z.optional(z.enum(logFormats, { error: 'must be text or json' })),
  XDG_STATE_HOME: z.optional(z.string()),
  LOCALAPPDATA: z.optional(z.string()),
})

const defaultHost = '127.0.0.1'

type Environment = z.infer<typeof Environment>

function stateFolder(env: Environment, { platform, home }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'patchbay')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'patchbay')
  return join(env.XDG_STATE_HOME ?? join(home, '.local', 'state'), 'patchbay')
}

const keyNeeded =
  'ROUTER_API_KEY is required when HOST is not a loopback address or PUBLIC_URL is set: people enter it in the app'

const sharedNeeded = (name: string, why: string) =>
  `${name} is required with REDIS_URL, the same for all replicas: ${why}`

/** What is missing beside what is there. */
function missing({ ROUTER_API_KEY: key, ROUTER_SECRET: secret, REDIS_URL: redis, ...env }: Environment): string[] {
  const isPublic = env.PUBLIC_URL !== undefined || !isLoopback(env.HOST ?? defaultHost)
  if (redis === undefined) return key === undefined && isPublic ? [keyNeeded] : []
  return [
    ...(key === undefined ? [sharedNeeded('ROUTER_API_KEY', 'a client may reach any of them')] : []),
    ...(secret === undefined ? [sharedNeeded('ROUTER_SECRET', 'each reads the ids of jobs that the others made')] : []),
  ]
}

export function readSettings(
  variables: Variables,
  machine: Machine = { platform: process.platform, home: homedir() },
): SettingsResult {
  const result = z.safeParse(
    Environment,
    Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== '')),
  )
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    return { status: 'bad', problems }
  }
  const problems = missing(result.data)
  if (problems.length > 0) return { status: 'bad', problems }
  const { PORT = '8787', HOST: host = defaultHost, ROUTER_API_KEY: key, PUBLIC_URL: publicUrl, ...env } = result.data
  const settings: Settings = {
    port: Number(PORT),
    drainMs: Number(env.DRAIN_SECONDS ?? 1) * 1_000,
    host,
    ...(key !== undefined && { key }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(env.ROUTER_SECRET !== undefined && { secret: env.ROUTER_SECRET }),
    ...(env.CONFIG_FILE !== undefined && { configFile: env.CONFIG_FILE }),
    ...(env.LOCAL_SERVERS && { localServers: env.LOCAL_SERVERS }),
    ...(env.SANDBOX && { sandbox: env.SANDBOX }),
    ...(env.REDIS_URL !== undefined && { redisUrl: env.REDIS_URL }),
    ...(env.LOG_FORMAT !== undefined && { logFormat: env.LOG_FORMAT }),
    allowedOrigins: originsIn(env.ALLOWED_ORIGINS ?? ''),
    unsafeOrigins: originsIn(env.UNSAFE_SOURCE_ORIGINS ?? ''),
    dataDir: env.DATA_DIR === undefined ? stateFolder(result.data, machine) : resolve(env.DATA_DIR),
  }
  return { status: 'good', settings }
}
