import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { Chunk } from '../exchange.ts'
import { frame } from '../testing/event-streams.ts'
import { textIn } from '../testing/replies.ts'
import { chat, message } from '../testing/sample-streams.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A router that does as it is told; `closed` settles when the client has let go of its last request. */
async function routerThat(answers: (reply: ServerResponse, request: IncomingMessage) => void) {
  let closed = () => {}
  const gone = new Promise<void>((resolve) => {
    closed = resolve
  })
  const seen: string[] = []
  const server = createServer((request, reply) => {
    seen.push(request.url ?? '')
    reply.on('close', closed)
    answers(reply, request)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { client: createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, own: false }, { fetch }), gone, seen, port }
}

async function read(chunks: AsyncIterable<Chunk>, onChunk: () => void = () => {}) {
  const events = []
  for await (const chunk of chunks) {
    if (chunk.kind === 'events') events.push(...chunk.events)
    if (chunk.kind === 'events' && chunk.raw.length > 0) onChunk()
  }
  return events
}

const stream = { 'content-type': 'text/event-stream' }
const begun = frame(message.slice(0, 5))

test('a cut socket ends interrupted, with what came', async () => {
  const { client } = await routerThat((reply) => {
    reply.writeHead(200, stream).write(begun, () => reply.destroy())
  })
  const events = await read(client.stream('responses', { stream: true }))
  expect(textIn(events)).toBe('Grüße aus 日本')
  expect(events.at(-1)).toMatchObject({ status: 'interrupted', reason: 'connection lost' })
})

test('a body that ends before its stated length ends interrupted', async () => {
  const { client } = await routerThat((reply) => {
    reply.writeHead(200, { ...stream, 'content-length': '100000' }).write(begun, () => reply.destroy())
  })
  expect((await read(client.stream('responses', {}))).at(-1)).toMatchObject({ status: 'interrupted' })
})

test('a compressed body that is cut is never finished', async () => {
  const { client } = await routerThat((reply) => {
    const packed = gzipSync(frame(message))
    reply.writeHead(200, { ...stream, 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 40))
  })
  expect((await read(client.stream('responses', {}))).at(-1)).toMatchObject({ status: 'interrupted' })
})

test('a finished reply lets go of a socket that stays open', async () => {
  const { client, gone } = await routerThat((reply) => void reply.writeHead(200, stream).write(frame(message)))
  expect((await read(client.stream('responses', {}))).at(-1)).toMatchObject({ status: 'completed' })
  await gone
})

test('a chat completion lets go too, though its counts never come', async () => {
  const { client, gone } = await routerThat(
    (reply) => void reply.writeHead(200, stream).write(frame(chat.slice(0, -1))),
  )
  expect((await read(client.stream('responses', {}))).at(-1)).toMatchObject({ status: 'completed' })
  await gone
})

test('a stop ends at once, closes the request and keeps the text', async () => {
  const { client, gone } = await routerThat((reply) => void reply.writeHead(200, stream).write(begun))
  const stop = new AbortController()
  const events = await read(client.stream('responses', {}, { signal: stop.signal }), () => stop.abort())
  expect(textIn(events)).toBe('Grüße aus 日本')
  expect(events.at(-1)).toEqual({ kind: 'end', status: 'stopped' })
  expect(events.filter(({ kind }) => kind === 'error')).toEqual([])
  await gone
})

test('a stop before the answer is a stop and no failure', async () => {
  const stop = new AbortController()
  const { client, gone } = await routerThat(() => stop.abort())
  expect(await read(client.stream('responses', {}, { signal: stop.signal }))).toEqual([
    { kind: 'end', status: 'stopped' },
  ])
  await gone
})

test.each(['head', 'events'])('leaving the loop at the %s closes the request', async (kind) => {
  const { client, gone } = await routerThat((reply) => void reply.writeHead(200, stream).write(begun))
  for await (const chunk of client.stream('responses', {})) if (chunk.kind === kind) break
  await gone
})

test('a paid request is not redirected and not repeated', async () => {
  const { client, seen } = await routerThat((reply) => void reply.writeHead(307, { location: '/v1/elsewhere' }).end())
  expect((await read(client.stream('responses', {}))).at(-1)).toMatchObject({ status: 'unknown' })
  expect(seen).toEqual(['/v1/responses'])
})

test('a refused connection is told as a network error', async () => {
  const { client } = await routerThat(() => {})
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
  await expect(client.call('models')).rejects.toMatchObject({ kind: 'network' })
})
