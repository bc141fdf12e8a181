import { requestListener } from './http/http-server.ts'
import { connectRedis } from './runtime/redis.ts'
import { systemClock } from './runtime/system-clock.ts'
import { assemble } from './serve/assemble.ts'
import { readConfig } from './serve/config/read-config.ts'
import { openDataFolder } from './serve/data-folder.ts'
import { readSettings } from './serve/settings.ts'

const result = readSettings(process.env)
if (result.status === 'bad') throw new Error(result.problems.join('\n'))
const { settings } = result
const configured = readConfig(process.env, settings)
if (configured.status === 'bad') throw new Error(configured.problems.join('\n'))

const print = (line: string) => process.stdout.write(`${line}\n`)
const redis = settings.redisUrl === undefined ? undefined : connectRedis(settings.redisUrl)
const folder = openDataFolder(settings.dataDir, settings.key, systemClock, redis)
const { router, lines } = await assemble(settings, { port: settings.port, folder, print, config: configured.config })
void lines.then((all) => all.forEach(print))

/** The router for the development server, which serves the app itself: same origin, same settings. */
export const listener = requestListener(router)
