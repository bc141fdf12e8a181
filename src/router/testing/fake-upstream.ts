import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Upstream } from '../upstream/upstream.ts'

/** A request as the fake received it, to its last byte. */
export interface Received {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Of the body, in hexadecimal. */
  readonly sha256: string
}

type Handler = (received: Received, reply: ServerResponse, request: IncomingMessage) => unknown

/** The key that `upstreamAt` sends. */
export const upstreamKey = 'sk-canary-upstream-key-123'

/** An upstream at that address, with `upstreamKey`. */
export const upstreamAt = (baseUrl: string, name = 'acme'): Upstream => ({
  name,
  baseUrl,
  headers: { authorization: `Bearer ${upstreamKey}` },
  keys: [upstreamKey],
})

/** Replies with JSON. */
export function sendJson(
  reply: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** A real HTTP server in place of a provider, until the test ends. It reads every request to its end, notes it, and then lets `handle` answer. */
export async function fakeUpstream(handle: Handler) {
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body, sha256: createHash('sha256').update(body).digest('hex') }
    received.push(one)
    await handle(one, reply, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { server, port, close, received, upstream: upstreamAt(`http://127.0.0.1:${port}/v1`) }
}

/** The fields of a form that was received. */
export const formIn = ({ body, headers }: Received): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
