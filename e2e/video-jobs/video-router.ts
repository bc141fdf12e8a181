import { createServer } from 'node:http'
import { json, listen } from '../fault-server.ts'

/** What the router says of a job now. */
interface Said {
  readonly status: string
  readonly progress?: number
  readonly expires_at?: number
  readonly error?: { readonly code: string; readonly message: string }
}

/** A foreign router whose jobs stand as the test says. */
export interface VideoRouter {
  readonly url: string
  readonly key: string
  /** The ids of its jobs, in the order of their creation. */
  readonly jobs: readonly string[]
  /** How often a job was asked about, and how often its content was fetched. */
  readonly polls: (id: string) => number
  readonly fetched: (id: string) => number
  say(id: string, said: Said): void
  /** Adds a job that nobody created here. */
  add(id: string, said: Said): void
  close(): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept, range, if-range',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': '*',
}

export async function startVideoRouter(clip: Buffer): Promise<VideoRouter> {
  const said = new Map<string, Said>()
  const polls = new Map<string, number>()
  const fetched = new Map<string, number>()
  const jobs: string[] = []
  const made = Math.floor(Date.now() / 1000)
  const job = (id: string) => ({
    id,
    object: 'video',
    model: 'clip-1',
    prompt: 'A job',
    created_at: made,
    ...said.get(id),
  })
  const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
  const server = createServer(async (request, reply) => {
    reply.shouldKeepAlive = false
    for (const [name, value] of Object.entries(cors)) reply.setHeader(name, value)
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    if (request.headers.authorization !== `Bearer ${key}`) return json(reply, { error: { message: 'no key' } }, 401)
    for await (const _ of request);
    if (request.url === '/v1/models')
      return json(reply, { object: 'list', data: [{ id: 'clip-1', object: 'model', capabilities: ['videos.create'] }] })
    if (request.method === 'POST') {
      const id = `video/${jobs.length + 1}`
      jobs.push(id)
      said.set(id, { status: 'queued' })
      return json(reply, job(id))
    }
    const [, part = '', content] = /^\/v1\/videos\/([^/?]+)(\/content)?/.exec(request.url ?? '') ?? []
    const id = decodeURIComponent(part)
    if (!said.has(id)) return json(reply, { error: { message: 'No such job.' } }, 404)
    count(content ? fetched : polls, id)
    if (!content) return json(reply, job(id))
    reply.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length }).end(clip)
  })
  const port = await listen(server)
  return {
    ...{ url: `http://127.0.0.1:${port}/v1`, key, jobs },
    polls: (id) => polls.get(id) ?? 0,
    fetched: (id) => fetched.get(id) ?? 0,
    say: (id, now) => void said.set(id, now),
    add: (id, now) => void said.set(id, now),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const key = 'foreign-canary-5e7a90cd-key'
