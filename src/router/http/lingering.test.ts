import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { lingering } from './send.ts'

const MB = 1024 * 1024
let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter()
})
afterAll(() => router.close())

const json = { 'content-type': 'application/json' }
const auth = { authorization: `Bearer ${testKey}` }

/** Refusals that are known before the body has come. The bodies are larger than what sockets of this machine buffer. */
const early: readonly (readonly [status: number, path: string, headers: Record<string, string>, size: number])[] = [
  [413, '/v1/responses', { ...auth, ...json }, 65 * MB],
  [401, '/v1/responses', json, 16 * MB],
  [415, '/v1/responses', { ...auth, 'content-type': 'text/plain' }, 16 * MB],
  [501, '/v1/images/edits', { ...auth, ...json }, 16 * MB],
  [404, '/v1/nothing', { ...auth, ...json }, 16 * MB],
]

async function expectRefusal(reply: Response, status: number): Promise<void> {
  expect([reply.status, reply.headers.get('connection')]).toEqual([status, 'close'])
  expect((await reply.json()).error.request_id).toBe(reply.headers.get('x-request-id'))
}

test.each(early)('a %i on %s reaches a client that sends a text', async (status, path, headers, size) => {
  const reply = await fetch(router.url + path, { method: 'POST', headers, body: 'x'.repeat(size) })
  await expectRefusal(reply, status)
})

/** `size` bytes, without a length. */
function flow(size: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(64 * 1024)
  let left = size
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close()
      left -= piece.length
      controller.enqueue(piece)
    },
  })
}

test.each(early)('a %i on %s reaches a client that sends a stream', async (status, path, headers, size) => {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: flow(size), duplex: 'half' }
  await expectRefusal(await fetch(router.url + path, init), status)
})

/** A client that reads nothing before it has written everything, as simple ones do. */
async function writeThenRead(head: string, size: number): Promise<string> {
  const socket = connect(router.port, '127.0.0.1')
  const failed = new Promise<never>((_, reject) => socket.once('error', reject))
  const wrote = new Promise<void>((resolve) => {
    socket.pause()
    socket.write(head)
    socket.write(Buffer.alloc(size, 'x'), () => resolve())
  })
  await Promise.race([wrote, failed])
  const chunks: Buffer[] = []
  const read = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk)).resume()
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
  return Promise.race([read, failed])
}

test.each(early)(
  'a %i on %s reaches a client that reads only when it has written',
  async (status, path, headers, size) => {
    const fields = { host: `127.0.0.1:${router.port}`, ...headers, 'content-length': size }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
    const reply = await writeThenRead([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'), size)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n'))).error.message).not.toBe('')
  },
)

test('a small request with a refusal keeps its connection', async () => {
  const reply = await fetch(`${router.url}/v1/responses`, { method: 'POST', headers: json, body: '{}' })
  expect([reply.status, reply.headers.get('connection')]).toEqual([401, 'keep-alive'])
})

const answer = () => new Response('no').body ?? new ReadableStream<Uint8Array>()

test('a client that sends for ever is left after two seconds', async () => {
  const { clock, pass } = testClock()
  const silent = new ReadableStream<Uint8Array>()
  const reader = lingering(answer(), silent, clock).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('no')
  let isOver = false
  const end = reader.read().then(({ done }) => {
    isOver = done
  })
  await pass(0)
  await pass(1_999)
  expect(isOver).toBe(false)
  await pass(1)
  await end
  expect(isOver).toBe(true)
})

test('a client that sends without measure is left after 128 MB', async () => {
  let taken = 0
  const piece = new Uint8Array(MB)
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken += 1
        controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  expect(await new Response(lingering(answer(), endless, testClock().clock)).text()).toBe('no')
  expect(taken).toBe(129)
})
