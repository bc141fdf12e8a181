import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { expectErrorHeaders } from './testing/expect-error-headers.ts'
import { rawRequest, requestText } from './testing/raw-request.ts'
import { startTestRouter, testKey } from './testing/test-router.ts'

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
