import { existsSync } from 'node:fs'
import { documents, stagePath } from '#contract/routes.ts'
import { createHttpServer, listen, requestListener } from '../http/http-server.ts'
import { codeOf, describeThrown } from '../http/router-error.ts'
import { type Log, writingTo } from '../runtime/log.ts'
import { connectRedis } from '../runtime/redis.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { assemble } from './assemble.ts'
import { readConfig } from './config/read-config.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { FolderInUse } from './folder-lock.ts'
import { releaseWhenIdle } from './idle-memory.ts'
import { readSettings, type Settings } from './settings.ts'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

const print = writingTo(process.stdout)

function fail(...problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

function builtApp(folder: string): StaticFiles | undefined {
  return existsSync(folder) ? loadStaticFiles(folder, ['/', ...Object.values(documents)], stagePath) : undefined
}

let isEnding = false

function endOnSignal(server: ReturnType<typeof createHttpServer>, drainMs: number): void {
  const end = () => {
    if (isEnding) process.exit(0)
    isEnding = true
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainMs)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

/** Logs uncaught errors instead of exiting: a fault in one request must not end the others. */
function outliveFaults(log: Log): void {
  const note = (thrown: unknown) => {
    const message = describeThrown(thrown)
    log(`fault ${message}`, { level: 'error', message })
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}

function ownDataFolder({ dataDir, key, redisUrl }: Settings): DataFolder {
  try {
    return openDataFolder(dataDir, key, systemClock, redisUrl === undefined ? undefined : connectRedis(redisUrl))
  } catch (thrown) {
    if (thrown instanceof FolderInUse) fail(thrown.message)
    throw thrown
  }
}

/**
 * Serves the router, and the app where it is built in that folder, with the settings of the environment, until a signal ends the process. Ends it with a sentence for
 * each problem where it cannot.
 */
export async function startRouter(appFolder: string): Promise<void> {
  const result = readSettings(process.env)
  if (result.status === 'bad') fail(...result.problems)
  const { settings } = result
  const configured = readConfig(process.env, settings)
  if (configured.status === 'bad') fail(...configured.problems)
  const server = createHttpServer()
  const port = await listen(server, settings.port, settings.host).catch((thrown) =>
    codeOf(thrown) === 'EADDRINUSE'
      ? fail(`PORT ${settings.port} is in use on ${settings.host}: stop what is using it, or set another PORT.`)
      : fail(`Cannot listen on HOST ${settings.host}, PORT ${settings.port} (${codeOf(thrown)}).`),
  )
  const folder = ownDataFolder(settings)
  const files = builtApp(appFolder)
  const assembled = assemble(settings, {
    port,
    folder,
    print,
    config: configured.config,
    isStopping: () => isEnding,
    ...(files && { files }),
  })
  // A request that comes while the sandbox is loading waits for it.
  const listener = assembled.then(({ router }) => requestListener(router))
  server.on('request', async (incoming, outgoing) => (await listener)(incoming, outgoing))
  const { lines, log } = await assembled
  outliveFaults(log)
  endOnSignal(server, settings.drainMs)
  releaseWhenIdle()
  for (const line of await lines) print(line)
  if (!files) print('The app is not built yet: run npm start.')
}
