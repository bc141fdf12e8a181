import { createServer } from 'node:http'
import { json, listen } from '../fault-server.ts'

/** A part of a form as it came. */
type CamePart = readonly [name: string, value: string, file?: string, type?: string]

/** A foreign router that draws the same picture for every edit, and says the same words. */
export interface MediaRouter {
  readonly url: string
  readonly key: string
  /** The forms that came, part by part; bytes in hex. */
  readonly forms: readonly (readonly CamePart[])[]
  close(): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, POST',
}

export async function startMediaRouter(picture: Buffer, sound: Buffer): Promise<MediaRouter> {
  const forms: (readonly CamePart[])[] = []
  const server = createServer(async (request, reply) => {
    reply.shouldKeepAlive = false
    for (const [name, value] of Object.entries(cors)) reply.setHeader(name, value)
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    if (request.method === 'GET') return json(reply, { object: 'list', data: [{ id: 'gen-image-2', object: 'model' }] })
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (request.url === '/v1/audio/speech') return void reply.setHeader('content-type', 'audio/wav').end(sound)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    forms.push(await partsOf(new Response(new Uint8Array(Buffer.concat(pieces)), { headers })))
    json(reply, { created: 1, data: [{ b64_json: picture.toString('base64') }] })
  })
  const port = await listen(server)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/v1`, key: 'foreign-canary-0c1a2b3d-key', forms, close }
}

async function partsOf(body: Response): Promise<readonly CamePart[]> {
  const read = [...(await body.formData())].map(async ([name, value]): Promise<CamePart> => {
    if (typeof value === 'string') return [name, value]
    return [name, Buffer.from(await value.arrayBuffer()).toString('hex'), value.name, value.type]
  })
  return await Promise.all(read)
}
