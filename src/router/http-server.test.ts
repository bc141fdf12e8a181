import { afterAll, beforeAll, expect, test } from 'vitest'
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
  ['no Host', 'GET /v1/models HTTP/1.1\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n', 405],
])('%s is answered and ends nothing', async (_, text, status) => {
  expect((await rawRequest(router.port, text.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'))).status).toBe(
    status,
  )
  expect((await rawRequest(router.port, requestText('GET', '/v1/models', headers()))).status).toBe(200)
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
