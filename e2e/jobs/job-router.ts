import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { json, listen } from '../fault-server.ts'
import { type Asked, jobShapes } from './job-shapes.ts'

/** One job as the router counts it. Times are `Date.now()`. */
export interface CountedJob {
  readonly id: string
  readonly prompt: string
  /** Hex. */
  readonly sha256: string
  /** When its request had arrived. */
  readonly createdAt: number
  /** When the reply to its creation was written to its end; undefined where it was not. */
  repliedAt?: number
  /** When the page that created it was gone, written by the test. */
  goneAt?: number
  readonly polls: number[]
  downloads: number
}

/** A foreign router of video jobs that is scripted by the prompt: `shape` names one of `jobShapes`, `polls` says after how many it completes. */
export interface JobRouter {
  readonly url: string
  readonly key: string
  /** In the order of their creation; a second one with the same prompt is one too many. */
  readonly jobs: readonly CountedJob[]
  /** Breaks all connections, and is not there for so many ms. */
  restart(ms: number): Promise<void>
  close(): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept, range, if-range',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': 'content-range, etag, retry-after',
}

const models = { object: 'list', data: [{ id: 'clip-1', object: 'model', capabilities: ['videos.create'] }] }

/** The prompt of a job; `name` makes it the only one of its kind. */
export const promptOf = (name: string, shape: string, polls: number) => `${name}, shape=${shape}, polls=${polls}`

/** `bytesPerSecond`: how fast files leave, so that a download can be met halfway. */
export async function startJobRouter(fileBytes: number, bytesPerSecond: number): Promise<JobRouter> {
  const key = 'foreign-canary-91c2d7aa-key'
  const jobs: CountedJob[] = []
  const files = new Map<string, Buffer>()
  let port = 0

  function askedOf(job: CountedJob): Asked {
    const after = Number(/polls=(\d+)/.exec(job.prompt)?.[1] ?? 1)
    const left = after - job.polls.length
    const state = left <= 0 ? 'completed' : job.polls.length === 0 ? 'queued' : 'running'
    return { id: job.id, origin: `http://127.0.0.1:${port}`, state }
  }

  const shapeOf = ({ prompt }: Pick<CountedJob, 'prompt'>) =>
    jobShapes[/shape=([^,]+)/.exec(prompt)?.[1] ?? ''] ?? jobShapes.openai

  async function create(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    let body = ''
    for await (const piece of request) body += piece
    const { prompt } = JSON.parse(body) as { prompt: string }
    const shape = shapeOf({ prompt })
    const id = (shape?.id ?? ((text) => text))(randomBytes(8).toString('hex'))
    const data = clipOf(fileBytes)
    const sha256 = createHash('sha256').update(data).digest('hex')
    const job: CountedJob = { id, prompt, sha256, createdAt: Date.now(), polls: [], downloads: 0 }
    jobs.push(job)
    files.set(id, data)
    // As long as a creation takes; the kills fall into it, too.
    await pause(80)
    const asked = askedOf(job)
    const text = JSON.stringify((shape?.create ?? shape?.poll)?.(asked) ?? { id, status: 'queued' })
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.write(text.slice(0, 10))
    await pause(30)
    reply.end(text.slice(10), () => {
      job.repliedAt = Date.now()
    })
  }

  async function send(job: CountedJob, request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const data = files.get(job.id) ?? Buffer.alloc(0)
    job.downloads += 1
    const etag = `"${job.sha256.slice(0, 16)}"`
    const [, from = ''] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const ifRange = request.headers['if-range']
    const start = from !== '' && (ifRange === undefined || ifRange === etag) ? Number(from) : 0
    const headers = {
      'content-type': 'video/mp4',
      'content-length': data.length - start,
      etag,
      'accept-ranges': 'bytes',
    }
    const range = { 'content-range': `bytes ${start}-${data.length - 1}/${data.length}` }
    reply.writeHead(start > 0 ? 206 : 200, { ...headers, ...(start > 0 && range) })
    const step = Math.ceil(bytesPerSecond / 20)
    for (let at = start; at < data.length && !reply.destroyed; at += step) {
      reply.write(data.subarray(at, at + step))
      await pause(50)
    }
    reply.end()
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    // Where a used socket closes without a word, Chromium itself sends the request again: what is counted here is the app.
    reply.shouldKeepAlive = false
    for (const [name, value] of Object.entries(cors)) reply.setHeader(name, value)
    const { url = '', method, headers } = request
    if (method === 'OPTIONS') return void reply.writeHead(204).end()
    const [, named] = /^\/files\/([^/]+)\.mp4$/.exec(url) ?? []
    const stored = named === undefined ? undefined : jobs.find(({ id }) => id === decodeURIComponent(named))
    if (stored) return await send(stored, request, reply)
    if (headers.authorization !== `Bearer ${key}`) return json(reply, { error: { message: 'no key' } }, 401)
    if (url === '/v1/models') return json(reply, models)
    if (method === 'POST') return await create(request, reply)
    const [, part = '', content] = /^\/v1\/videos\/([^/?#]+)(\/content)?$/.exec(url) ?? []
    const job = jobs.find(({ id }) => id === decodeURIComponent(part))
    const shape = job && shapeOf(job)
    if (!job || !shape) return json(reply, { error: { message: 'No such job.' } }, 404)
    if (content) {
      const isThere = shape.file === 'route' && askedOf(job).state === 'completed'
      return isThere ? await send(job, request, reply) : json(reply, { error: { message: 'Not found' } }, 404)
    }
    job.polls.push(Date.now())
    const said = shape.poll(askedOf(job))
    // So that a poll can be met on its way.
    await pause(100)
    if (said === undefined) return void reply.writeHead(202).end()
    json(reply, said)
  }

  const start = () => createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()))
  let server = start()
  port = await listen(server)
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  }
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    jobs,
    async restart(ms) {
      await stop()
      await pause(ms)
      server = start()
      await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
    },
    close: () => void stop(),
  }
}

/** What looks like an MP4: three boxes, the last of bytes that no other clip has. */
function clipOf(size: number): Buffer {
  const box = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + data.length)
    head.write(type, 4)
    return Buffer.concat([head, data])
  }
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box('moov', Buffer.alloc(20)),
    box('mdat', randomBytes(size)),
  ])
}
