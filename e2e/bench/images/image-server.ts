import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from '../text/random.ts'

/** A router that answers every request with ten pictures of noise of 4 MB each, as base64 in one JSON reply of 56 MB, and has them as files too. */
export async function serveImages(seed: number): Promise<{ readonly url: string; close(): void }> {
  const files = Array.from({ length: 10 }, (_, nth) => noisePng(seed + nth, 1182))
  const data = files.map((file) => ({ b64_json: file.toString('base64') }))
  const body = Buffer.from(JSON.stringify({ created: 1, data }))
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type, accept',
    'access-control-max-age': '600',
  }
  const server = createServer((request, reply) => {
    request.resume()
    if (request.method === 'OPTIONS') return void reply.writeHead(204, headers).end()
    const file = files[Number(/\/files\/(\d+)/.exec(request.url ?? '')?.[1])]
    if (file)
      return void reply
        .writeHead(200, { ...headers, 'content-type': 'image/png', 'content-length': file.length })
        .end(file)
    reply.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/v1`, close }
}

/** Noise cannot be packed: three bytes a pixel. */
function noisePng(seed: number, edge: number): Buffer {
  const random = createRandom(seed)
  const rows = Buffer.alloc(edge * (1 + edge * 3))
  for (let at = 0; at < rows.length; at += 1) rows[at] = at % (1 + edge * 3) === 0 ? 0 : random.between(0, 255)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head.set([8, 2], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([mark, ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
