import { createRouter } from '../app.ts'
import { createHttpServer, listen, requestListener } from '../http/http-server.ts'
import { ownHosts } from '../http/request-guard.ts'
import { createOpenAi } from '../providers/openai/openai.ts'
import { releaseWhenIdle } from '../serve/idle-memory.ts'
import { testKey } from './test-router.ts'

/** A router in a process of its own, whose memory a test can measure: it forwards `test-model` to `UPSTREAM`. */
const { UPSTREAM = '' } = process.env
const provider = createOpenAi({
  upstream: { name: 'upstream', baseUrl: UPSTREAM, headers: {}, keys: [] },
  models: { entries: [{ id: 'test-model', object: 'model' }], upstreamId: (model) => model },
  api: 'responses',
})
releaseWhenIdle()
const server = createHttpServer()
const port = await listen(server, 0, '127.0.0.1')
server.on(
  'request',
  requestListener(createRouter({ providers: [provider], key: testKey, own: ownHosts('127.0.0.1', port) })),
)
process.stdout.write(`${port}\n`)
