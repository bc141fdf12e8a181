import { randomBytes } from 'node:crypto'
import { createHttpServer, listen, requestListener } from '#router/http/http-server.ts'
import { createOpStore } from '#router/ops/op-store.ts'
import { systemClock } from '#router/runtime/system-clock.ts'
import { assemble } from '#router/serve/assemble.ts'
import { readConfig } from '#router/serve/config/read-config.ts'
import type { DataFolder } from '#router/serve/data-folder.ts'
import { readSettings } from '#router/serve/settings.ts'
import { type Variables, Wrong } from './surroundings.ts'

/** What only a router that others reach needs; empty counts as not set. */
const ofServers = { HOST: '', PORT: '', PUBLIC_URL: '', REDIS_URL: '', ALLOWED_ORIGINS: '' }

/** With the same of these, a later router finds the jobs of an earlier one. */
export type InnerJobs = Required<Pick<DataFolder, 'secret' | 'videos'>>

/**
 * Starts the router inside this process, with the providers of the environment and the configuration file, on a free port of the loopback address.
 * It keeps no results on the disk: they are written by who asked it. Throws `Wrong` where its configuration is.
 */
export async function startInnerRouter(variables: Variables, jobs: InnerJobs) {
  const read = readSettings({ ...variables, ...ofServers })
  if (read.status === 'bad') throw new Wrong(read.problems.join('\n'))
  const { settings } = read
  const configured = readConfig(variables, settings)
  if (configured.status === 'bad') throw new Wrong(configured.problems.join('\n'))
  const server = createHttpServer()
  const port = await listen(server, 0, settings.host)
  const key = randomBytes(32).toString('base64url')
  const folder: DataFolder = {
    ...{ key, ...jobs, keepsResults: false },
    ops: createOpStore({ clock: systemClock }),
  }
  const { router } = await assemble(settings, { port, folder, print: () => {}, config: configured.config })
  server.on('request', requestListener(router))
  return {
    baseUrl: `http://${settings.host}:${port}/v1`,
    key,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
