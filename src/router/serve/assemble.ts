import type { Hono } from 'hono'
import { createRouter } from '../app.ts'
import { createIntake } from '../http/intake.ts'
import { isLoopback, ownHosts } from '../http/own-hosts.ts'
import type { RouterEnv } from '../http/router-env.ts'
import { type Log, redacting } from '../log.ts'
import { createProviders } from '../providers/index.ts'
import type { DataFolder } from './data-folder.ts'
import type { Settings } from './settings.ts'
import type { StaticFiles } from './static-files.ts'

interface Parts {
  readonly port: number
  readonly folder: DataFolder
  readonly log: Log
  readonly files?: StaticFiles
}

interface Assembled {
  readonly router: Hono<RouterEnv>
  readonly madeKey?: string
  readonly trouble?: string
}

/** The router that the settings describe, for a server that listens on `port`. */
export function assemble(settings: Settings, { port, folder, log, files }: Parts): Assembled {
  const { host, publicUrl, allowedOrigins } = settings
  const { key, ops, keepsResults, uploads, trouble } = folder
  const quiet = redacting(log, [key])
  const providers = createProviders({ log: quiet })
  const router = createRouter({
    providers: providers.list,
    key,
    own: ownHosts(host, port, publicUrl),
    allowedOrigins,
    handsOutKey: isLoopback(host) && publicUrl === undefined,
    ops,
    intake: createIntake(uploads === undefined ? {} : { folder: uploads }),
    keepsResults,
    meter: providers.meter,
    log: quiet,
    ...(files && { files }),
  })
  return { router, ...(settings.key === undefined && { madeKey: key }), ...(trouble !== undefined && { trouble }) }
}
