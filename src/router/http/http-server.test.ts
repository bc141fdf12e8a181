import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectErrorHeaders, rawRequest, requestText } from '../testing/raw-request.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { createHttpServer, listen } from './http-server.ts'

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter()
})
afterAll(() => router.close())

const headers = () => ({ Host: `127.0.0.1:${router.port}`, Authorization: `Bearer ${testKey}` })

test.each([
  ['noise', 'hello\r\n\r\n', 400],
  ['an unknown method', 'BREW /v1/models HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a bad header line', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400],
  ['no Host', 'GET /v1/models HTTP/1.1\r\n\r\n', 421],
  ['no Host in the old version', 'GET /v1/models HTTP/1.0\r\n\r\n', 421],
  ['a malformed Host', 'GET /v1/models HTTP/1.1\r\nHost: a@b\r\n\r\n', 400],
  ['a target that is a star', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['an odd expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 421],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', 405],
])('%s is answered and ends nothing', async (_, request, status) => {
  const reply = await rawRequest(router.port, request.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'))
  expect(reply.status).toBe(status)
  const { error } = JSON.parse(reply.body)
  expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code', 'request_id', 'retry', 'stage'])
  expectErrorHeaders(reply, error.request_id)
  expect((await rawRequest(router.port, requestText('GET', '/v1/models', headers()))).status).toBe(200)
})

test('a request whose head takes too long is told so', async () => {
  const server = createHttpServer()
  const socket = new PassThrough()
  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 /)
  expectErrorHeaders({ status: 408, head, body }, JSON.parse(body).error.request_id)
})

test.each([
  ['the own address', () => `http://127.0.0.1:${router.port}/v1/models?a=b`, 200],
  ['no path', () => `http://127.0.0.1:${router.port}`, 404],
  ['another host', () => 'http://evil.test/v1/models', 421],
  ['another port', () => `http://127.0.0.1:${router.port + 1}/v1/models`, 421],
  ['a name before the host', () => `http://evil.test@127.0.0.1:${router.port}/v1/models`, 421],
])('a target with %s in it is served by the same rules', async (_, target, status) => {
  expect((await rawRequest(router.port, requestText('GET', target(), headers()))).status).toBe(status)
})

test('a target with the own address does not make up for a foreign Host', async () => {
  const foreign = { ...headers(), Host: 'evil.test' }
  const target = `http://127.0.0.1:${router.port}/v1/models`
  expect((await rawRequest(router.port, requestText('GET', target, foreign))).status).toBe(421)
})

test('an idle connection outlives what browsers keep of it', () => {
  expect(createHttpServer().keepAliveTimeout).toBeGreaterThanOrEqual(300_000)
})

test('a body over the limit is a 413 although no length was announced', async () => {
  const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const head = requestText('POST', '/v1/responses', {
    ...headers(),
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  })
  const reply = await rawRequest(router.port, head + piece.repeat(65))
  expect(reply.status).toBe(413)
})

test('an announced length over the limit is a 413 at once', async () => {
  const head = requestText('POST', '/v1/responses', {
    ...headers(),
    'Content-Type': 'application/json',
    'Content-Length': '99999999999',
  })
  expect((await rawRequest(router.port, head)).status).toBe(413)
})

test('HEAD has the headers of GET and no body', async () => {
  const reply = await rawRequest(router.port, requestText('HEAD', '/v1/models', headers()))
  expect(reply).toMatchObject({ status: 200, body: '' })
  expect(reply.head).toMatch(/^x-router: patchbay$/im)
})

/** Behind more headers than Node keeps by default; they fit into what a head may have. */
const late = (header: string) => `${'a:\r\n'.repeat(3_000)}${header}\r\n`

test.each([
  ['X-Forwarded-For: 203.0.113.7', 404],
  ['x-forwarded-host: evil.test', 404],
  ['Forwarded: for=203.0.113.7', 404],
  ['Via: 1.1 proxy', 404],
  ['Sec-Fetch-Site: cross-site', 404],
  ['Host: evil.test', 421],
  ['Via: 1.1 proxy\r\nVia:', 404],
  ['X: a\r\n folded: b', 400],
  ['X: a\rVia: b', 400],
  ['X-Harmless: 1', 200],
])('the key is not handed out for "%s" behind three thousand headers: %i', async (header, status) => {
  const open = await startTestRouter({ handsOutKey: true })
  const head = `GET /playground.json HTTP/1.1\r\nHost: 127.0.0.1:${open.port}\r\nSec-Fetch-Site: same-origin\r\n`
  const reply = await rawRequest(open.port, `${head}${late(header)}Connection: close\r\n\r\n`)
  await open.close()
  expect([reply.status, reply.body.includes(testKey)]).toEqual([status, status === 200])
})

test.each([
  ['Origin: https://evil.test', 403],
  ['Sec-Fetch-Site: cross-site', 403],
  ['Host: evil.test', 421],
  ['Authorization: Bearer wrong', 401],
  ['X-Harmless: 1', 200],
])('%s counts behind three thousand headers too: %i', async (header, status) => {
  const fields = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `GET /v1/models HTTP/1.1\r\n${fields.join('')}${late(header)}Connection: close\r\n\r\n`
  expect((await rawRequest(router.port, head)).status).toBe(status)
})

const posting = (more: string) => {
  const fields = Object.entries({ ...headers(), 'Content-Type': 'application/json' })
  return `POST /v1/responses HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${more}`
}

test.each([
  ['a chunk of no size', () => posting('Transfer-Encoding: chunked\r\n\r\nzz\r\nhello'), 400],
  ['more than a chunk holds', () => posting('Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n'), 400],
  ['a transfer coding nobody knows', () => posting('Transfer-Encoding: wonders\r\n\r\n{}'), 400],
])('%s in a body is answered', async (_, request, status) => {
  const reply = await rawRequest(router.port, request())
  expect(reply.status).toBe(status)
  expectErrorHeaders(reply, JSON.parse(reply.body).error.request_id)
})

test.each([
  ['a whole request', () => requestText('GET', '/v1/models', headers()), 200],
  ['a whole request with a body', () => posting('Content-Length: 2\r\n\r\n{}'), 400],
  ['half a head', () => 'GET / HTTP/1.1\r\nHost: a', 400],
  ['half a body', () => posting('Content-Length: 100\r\n\r\n{"model"'), 400],
  ['half a chunk', () => posting('Transfer-Encoding: chunked\r\n\r\n20\r\n{"model"'), 400],
])('%s is answered although its client has closed its side', async (_, request, status) => {
  const reply = await rawRequest(router.port, request(), true)
  expect(reply.status).toBe(status)
  expect(JSON.parse(reply.body)).toBeTypeOf('object')
})

test('an answer that takes its time reaches a client that has closed its side, and one that has gone is noticed', async () => {
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  const slow = once(server, 'request')
  const reply = rawRequest(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}', true)
  const [incoming, outgoing] = await slow
  incoming.resume()
  await once(incoming, 'end')
  // Longer than the client is tried for.
  await pause(1_200)
  outgoing.end('late')
  expect((await reply).body).toMatch(/late$/)
  const left = once(server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, unanswered] = await left
  socket.destroy()
  await once(unanswered, 'close')
  server.close()
})

test('what stands behind a whole request never answers it', async () => {
  let answer = () => {}
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  server.on('request', (_incoming, outgoing) => {
    answer = () => outgoing.end('late')
  })
  const reply = await rawRequest(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nnoise\r\n\r\n')
  answer()
  server.close()
  expect(reply).toMatchObject({ status: 0, body: '' })
})

/** A server that keeps three connections, and clients of it. */
async function crowded() {
  const server = createHttpServer({ most: 3 })
  const port = await listen(server, 0, '127.0.0.1')
  const held: (() => void)[] = []
  server.on('request', ({ url }, outgoing) => {
    if (url === '/held') held.push(() => outgoing.end('held'))
    else outgoing.end('served')
  })
  const sockets: Socket[] = []
  return {
    server,
    held,
    /** Connects, and asks for `path` where there is one. */
    async open(path?: string) {
      const accepted = once(server, 'connection')
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await accepted
      if (path !== undefined) {
        const asked = once(server, 'request')
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
        await asked
        if (path === '/idle') await once(socket, 'data')
      }
      return socket
    },
    ask: () => rawRequest(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('connections on which nothing is asked give way, the oldest first, those that never asked before others', async () => {
  const { open, ask, close } = await crowded()
  const idle = await open('/idle')
  const silent = await open()
  const silentGone = once(silent, 'close')
  await open('/held')
  expect((await ask()).body).toBe('served')
  await silentGone
  expect(idle.destroyed).toBe(false)
  const idleGone = once(idle, 'close')
  await open('/held')
  expect((await ask()).body).toBe('served')
  await idleGone
  close()
})

test('where every connection is busy a new one is told so, and those stay', async () => {
  const { open, ask, held, close } = await crowded()
  const busy = [await open('/held'), await open('/held'), await open('/held')]
  const reply = await ask()
  expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([503, 'too_many_connections'])
  expect(reply.head).toMatch(/^retry-after: \d+$/im)
  for (const answer of held) answer()
  for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toContain('held')
  close()
})

test('a connection that is given up while it is silent gets no word: a browser would take it for a later answer', async () => {
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  const accepted = once(server, 'connection')
  const client = connect(port, '127.0.0.1')
  let got = ''
  client.on('data', (bytes) => (got += bytes))
  const [socket] = await accepted
  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  await once(client, 'close')
  server.close()
  expect(got).toBe('')
})
