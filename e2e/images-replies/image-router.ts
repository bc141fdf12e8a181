import { createServer, type IncomingMessage } from 'node:http'
import { event, json, listen } from '../fault-server.ts'

/** A request as it came to a host, with what could tell who sends it. */
interface Visit {
  readonly path: string
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  readonly referer: string | undefined
}

/** A foreign router whose pictures come in the shape that the prompt names, and another host on which some of them lie. */
export interface ImageRouter {
  readonly url: string
  readonly key: string
  readonly host: string
  /** What came to the other host. */
  readonly visits: readonly Visit[]
  /** How many paid requests came. */
  readonly paid: () => number
  close(): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, POST',
}

export async function startImageRouter(pictures: readonly Buffer[]): Promise<ImageRouter> {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = pictures
  const visits: Visit[] = []
  let paid = 0
  const elsewhere = createServer((request, reply) => {
    const { authorization, cookie, referer } = request.headers
    visits.push({ path: request.url ?? '', authorization, cookie, referer })
    // One picture may be read by pages of other origins, the other may not.
    reply.writeHead(200, { 'content-type': 'image/png', ...(request.url === '/open.png' && cors) }).end(second)
  })
  const host = `127.0.0.1:${await listen(elsewhere)}`
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const data: Readonly<Record<string, unknown>> = {
    'every shape': [
      { b64_json: base64(first) },
      { b64Json: `data:image/webp;base64,${base64(second)}`, media_type: 'image/webp' },
      { url: '/files/1' },
      { url: `http://${host}/open.png` },
      `data:image/png;base64,${base64(first)}`,
    ],
    'behind a wall': [{ url: `http://${host}/closed.png` }, { b64_json: base64(first) }],
    nothing: null,
  }
  const router = createServer(async (request, reply) => {
    reply.shouldKeepAlive = false
    for (const [name, value] of Object.entries(cors)) reply.setHeader(name, value)
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    if (request.url === '/files/1') {
      const known = request.headers.authorization === `Bearer ${key}`
      return void reply.writeHead(known ? 200 : 401, { 'content-type': 'image/png' }).end(known ? second : '')
    }
    if (request.method === 'GET') return json(reply, { object: 'list', data: [{ id: 'gen-image-2', object: 'model' }] })
    paid += 1
    const prompt = await promptOf(request)
    if (prompt === 'beside an error')
      return json(reply, { data: [{ b64_json: base64(first) }], error: { message: 'The second failed.' } })
    if (prompt !== 'in steps') return json(reply, { created: 1, data: data[prompt] })
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const step = (type: string, bytes: Buffer) => event({ type: `image_generation.${type}`, b64_json: base64(bytes) })
    reply.end(step('partial_image', first) + step('completed', second) + step('completed', first))
  })
  const url = `http://127.0.0.1:${await listen(router)}/v1`
  const close = () => {
    for (const server of [router, elsewhere]) {
      server.closeAllConnections()
      server.close()
    }
  }
  return { url, key, host, visits, paid: () => paid, close }
}

const key = 'foreign-canary-77aa1c52-key'

async function promptOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return (JSON.parse(body) as { prompt: string }).prompt
}
