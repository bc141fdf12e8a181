import * as z from 'zod/mini'
import { createRouter } from '../app.ts'
import { jsonReply } from '../http/http-replies.ts'
import { createHttpServer, listen, requestListener } from '../http/http-server.ts'
import { ownHosts } from '../http/request-guard.ts'
import type { JobPort, JobRequest, Provider } from '../provider.ts'
import { connectRedis } from '../runtime/redis.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { openDataFolder } from '../serve/data-folder.ts'
import { callUpstream } from '../upstream/call-upstream.ts'
import { jsonBody } from '../upstream/upstream.ts'
import { testProvider } from './test-provider.ts'
import { testKey } from './test-router.ts'

/**
 * A router in a process of its own, to be killed by a test: its one provider passes every request on to `UPSTREAM`, and those about video
 * jobs to `UPSTREAM/jobs`. With `REDIS_URL` it is a replica.
 */
const { DATA_DIR = '', UPSTREAM = '', REDIS_URL } = process.env
const redis = REDIS_URL === undefined ? undefined : connectRedis(REDIS_URL)
const { ops, keepsResults } = openDataFolder(DATA_DIR, testKey, systemClock, redis)
const upstream = { name: 'test', baseUrl: UPSTREAM, headers: {}, keys: [] }
const provider: Provider = {
  ...testProvider(({ body, signal, sending }) =>
    callUpstream(upstream, { method: 'POST', path: '/responses', body: jsonBody(body), signal, sending }),
  ),
  limits: {},
}
const JobReply = z.looseObject({ id: z.string() })
const read = async ({ id, publicId }: JobRequest) => {
  const reply = await fetch(`${UPSTREAM}/jobs/${id}`)
  return jsonReply({ ...z.parse(JobReply, await reply.json()), id: publicId }, reply.status)
}
const video: JobPort = {
  async create({ body, publicId }) {
    const reply = await fetch(`${UPSTREAM}/jobs`, { method: 'POST', body: JSON.stringify({ input: body.prompt }) })
    const job = z.parse(JobReply, await reply.json())
    return jsonReply({ ...job, id: publicId(job.id) })
  },
  status: read,
  content: read,
}
const videos: Provider = {
  ...testProvider(undefined, { id: 'videos' }),
  models: [{ id: 'test-video', object: 'model', capabilities: ['videos.create'] }],
  endpoints: new Set(['videos.create', 'videos.status', 'videos.content']),
  jobs: { video },
}
const server = createHttpServer()
const port = await listen(server, 0, '127.0.0.1')
const router = createRouter({
  providers: [provider, videos],
  key: testKey,
  // Behind a proxy, clients name the proxy.
  own: ownHosts('127.0.0.1', port, process.env.PUBLIC_URL),
  secret: 'a secret that all replicas share',
  ops,
})
server.on('request', requestListener(router))
process.stdout.write(`${JSON.stringify({ port, keepsResults })}\n`)
