import { createRouter } from '../app.ts'
import { systemClock } from '../clock.ts'
import { ownHosts } from '../http/guard.ts'
import { createHttpServer, listen } from '../http/http-server.ts'
import { requestListener } from '../http/request-listener.ts'
import { openDataFolder } from '../serve/data-folder.ts'
import { testProvider } from './test-provider.ts'
import { testKey } from './test-router.ts'

/** A router in a process of its own, to be killed by a test: its one provider passes every request on to `UPSTREAM`. */
const { DATA_DIR = '', UPSTREAM = '' } = process.env
const { ops, keepsResults } = openDataFolder(DATA_DIR, testKey, systemClock)
const provider = testProvider(({ body, signal }) =>
  fetch(UPSTREAM, { method: 'POST', body: JSON.stringify(body), signal }),
)
const server = createHttpServer()
const port = await listen(server, 0, '127.0.0.1')
const router = createRouter({ providers: [provider], key: testKey, own: ownHosts('127.0.0.1', port), ops })
server.on('request', requestListener(router))
process.stdout.write(`${JSON.stringify({ port, keepsResults })}\n`)
