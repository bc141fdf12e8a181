import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createKeyMask } from '#media/key-mask.ts'
import { sha256Hex } from '#media/sha256.ts'
import { rangedReply } from '../../../router/http/ranged-file.ts'
import type { RetryTiming } from '../send/retry-table.ts'
import { foreign, home, noPause } from '../testing/replies.ts'
import { workerOf } from '../testing/worker-of.ts'
import { downloadIn } from '../worker/download-by-worker.ts'
import { type Downloaded, download } from './download.ts'
import { createReach, type FileSource } from './file-request.ts'

const ports: MessagePort[] = []
const servers: Server[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...Array(80).keys()])
const content: FileSource = { endpoint: 'videos.content', params: { id: 'video/1' } }
const route = 'https://router.example/v1/videos/video%2F1/content'

interface Asked {
  readonly url: string
  readonly headers: Record<string, string>
}

/** Downloads from a net that answers so. */
async function downloadOf(
  answer: (url: string, init: RequestInit, nth: number) => Response | Promise<Response>,
  {
    source = content,
    own = false,
    timing = noPause,
  }: { source?: FileSource; own?: boolean; timing?: RetryTiming } = {},
): Promise<{ readonly found: Downloaded; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = []
  const send: typeof fetch = async (input, init = {}) => {
    const url = String(input)
    asked.push({ url, headers: Object.fromEntries(new Headers(init.headers)) })
    return await answer(url, init, asked.length)
  }
  const { baseUrl, key = '' } = foreign
  const reach = createReach(send, { baseUrl, home })
  const context = { ...foreign, own, fetch: send, reach, mask: createKeyMask(key), timing }
  const steps = download(context, source, new AbortController().signal)
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  return { found: step.value, asked }
}

const json = (value: unknown, init?: ResponseInit) => () => Response.json(value, init)
const failure = (message: string, status: number) => json({ error: { message } }, { status })

test('the content of a job is asked for at its route with the key', async () => {
  const { found, asked } = await downloadOf(() => new Response(png, { headers: { 'x-request-id': 'r1' } }))
  expect(found).toMatchObject({ status: 'file', file: { type: 'image/png' }, head: { status: 200, requestId: 'r1' } })
  expect(asked).toEqual([{ url: route, headers: { accept: '*/*', authorization: 'Bearer sk-test' } }])
})

test.each<[Downloaded['status'], string, () => Response]>([
  ['not-ready', 'a 202 without a body', () => new Response(null, { status: 202 })],
  ['not-ready', 'a 204', () => new Response(null, { status: 204 })],
  ['not-ready', 'an empty 200', () => new Response(new Uint8Array())],
  ['not-ready', 'a 404', failure('Video is not ready yet', 404)],
  ['not-ready', 'a 409', failure('not now', 409)],
  ['not-ready', 'a 423', failure('locked', 423)],
  ['not-ready', 'a 425', failure('too early', 425)],
  ['not-ready', 'a 400 of new-api', failure('Task is not completed yet, current status: IN_PROGRESS', 400)],
  ['not-ready', 'a 200 of LiteLLM', failure('Video is not ready yet. Use GET /v1/videos/{id}', 200)],
  ['not-ready', 'the job in place of its content', json({ id: 'video_1', status: 'in_progress', progress: 3 })],
  ['gone', 'a 410', failure('expired', 410)],
  ['gone', 'a 404 that says so', failure('The video has expired.', 404)],
  [
    'gone',
    'a 403 of a storage',
    () => new Response('<Error><Message>Request has expired</Message></Error>', { status: 403 }),
  ],
  ['failed', 'a 400', failure('bad id', 400)],
  ['failed', 'a 401', failure('bad key', 401)],
  ['failed', 'a 402', failure('no credits', 402)],
  ['failed', 'an error in a 200', failure('the content was moderated', 200)],
  [
    'failed',
    'a page',
    () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'video/mp4' } }),
  ],
  ['failed', 'a document', () => new Response('%PDF-1.7 and so on')],
  ['failed', 'words', () => new Response('hello there', { headers: { 'content-type': 'video/mp4' } })],
  ['failed', 'JSON without anything in it', json({ ok: true })],
  ['file', 'bytes with a 202', () => new Response(png, { status: 202 })],
  ['file', 'bytes called JSON', () => new Response(png, { headers: { 'content-type': 'application/json' } })],
  ['file', 'base64', json({ video: { data: Buffer.from(png).toString('base64') } })],
])('%s: %s', async (status, _, answer) => {
  const { found, asked } = await downloadOf(answer)
  expect(found).toMatchObject({ status })
  if ('error' in found) expect(found.error.message).not.toBe('')
  expect(asked).toHaveLength(1)
})

test.each([
  ['url', { url: 'https://cdn.example/a.mp4' }],
  ['video_url', { status: 'completed', video_url: 'https://cdn.example/a.mp4' }],
  ['output', { status: 'SUCCEEDED', output: ['https://cdn.example/a.mp4'] }],
  ['data[0].url', { data: [{ url: 'https://cdn.example/a.mp4' }] }],
  ['video.url', { video: { url: 'https://cdn.example/a.mp4' } }],
  ['unsigned_urls', { id: 'a', polling_url: 'https://cdn.example/poll', unsigned_urls: ['https://cdn.example/a.mp4'] }],
  ['content.video_url', { content: { video_url: 'https://cdn.example/a.mp4' } }],
  ['a bare string', 'https://cdn.example/a.mp4'],
])('JSON that names a URL is told as such: %s', async (_, value) => {
  const { found } = await downloadOf(json(value))
  expect(found).toMatchObject({ status: 'named', urls: ['https://cdn.example/a.mp4'] })
})

test('our own router’s 404 for a job is final; a wait that it asks for is told', async () => {
  const none = json({ error: { message: 'no', code: 'job_not_found' } }, { status: 404 })
  expect((await downloadOf(none, { own: true })).found.status).toBe('gone')
  expect((await downloadOf(none)).found.status).toBe('not-ready')
  const early = json({ error: { message: 'soon' } }, { status: 409, headers: { 'retry-after': '7' } })
  expect((await downloadOf(early)).found).toMatchObject({ status: 'not-ready', error: { retryAfter: 7 } })
})

test('a fault that passes is waited for as the server says, a longer wait is told', async () => {
  const waits: number[] = []
  const timing: RetryTiming = { random: () => 1, wait: async (ms) => void waits.push(ms) }
  const busy = (seconds: number) =>
    json({ error: { message: 'busy' } }, { status: 429, headers: { 'retry-after': String(seconds) } })
  const { found } = await downloadOf(
    (_, __, nth) => (nth === 1 ? busy(5)() : nth === 2 ? failure('oops', 502)() : new Response(png)),
    { timing },
  )
  expect(found.status).toBe('file')
  expect(waits).toEqual([5000, 1000])
  expect(await downloadOf(busy(600))).toMatchObject({
    found: { status: 'failed', error: { retryAfter: 600 } },
    asked: [{}],
  })
})

test('another host is asked with nothing but the URL and the range, and its lack of CORS leaves a link', async () => {
  const source = { url: 'https://cdn.example/a.png' }
  const modified = { 'last-modified': new Date(Date.now() - 60_000).toUTCString() }
  const cors = (reply: Response) => Object.defineProperty(reply, 'type', { value: 'cors' })
  const body = () => {
    let pulls = 0
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        if (pulls === 1) controller.enqueue(png.slice(0, 50))
        else controller.error(new TypeError('network error'))
      },
    })
  }
  const { found, asked } = await downloadOf(
    (_, __, nth) =>
      cors(
        nth === 1
          ? new Response(body(), { headers: { ...modified, 'content-length': String(png.length) } })
          : new Response(png.slice(50), {
              status: 206,
              headers: { ...modified, 'content-length': String(png.length - 50) },
            }),
      ),
    { source },
  )
  expect(found).toMatchObject({ status: 'file', file: { blob: { size: png.length } } })
  expect(asked.map(({ headers }) => headers)).toEqual([{}, { range: 'bytes=50-' }])
  expect(await downloadOf(() => Promise.reject(new TypeError('Failed to fetch')), { source })).toEqual({
    found: { status: 'elsewhere', url: source.url, trouble: expect.stringContaining('cdn.example does not allow') },
    asked: [{ url: source.url, headers: {} }],
  })
})

test('a redirect that the page may not follow leaves a link, a lost connection does not', async () => {
  const redirecting = (_: string, { redirect }: RequestInit) => {
    if (redirect !== 'manual') throw new TypeError('Failed to fetch')
    return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  }
  expect((await downloadOf(redirecting)).found).toMatchObject({ status: 'elsewhere', url: route })
  const { found } = await downloadOf(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(found).toMatchObject({ status: 'failed', error: { kind: 'network' } })
})

test.each([
  'ftp://router.example/a',
  'https://127.0.0.1/a',
  'http://cdn.example/a',
  'https://a:b@cdn.example/a',
  'http://[',
])('%s is never asked', async (url) => {
  const { found, asked } = await downloadOf(() => new Response(png), { source: { url } })
  expect(['failed', 'elsewhere']).toContain(found.status)
  expect(asked).toEqual([])
})

async function originOf(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a redirect to a storage is followed, without the key', async () => {
  const keys: (string | undefined)[] = []
  const storage = await originOf(
    createServer((request, reply) => {
      keys.push(request.headers.authorization)
      reply.end(png)
    }),
  )
  const router = await originOf(
    createServer((_, reply) => void reply.writeHead(302, { location: `${storage}/a` }).end()),
  )
  const { worker } = workerOf(fetch, ports, [router])
  const connection = { baseUrl: `${router}/v1`, key: 'sk-test-0123456789', own: false }
  expect(await downloadIn(worker, connection, content)).toMatchObject({ status: 'file' })
  expect(keys).toEqual([undefined])
})

test('in the net worker: progress and the file come to the page; a cancel reaches the network; a broken worker is told', async () => {
  let asked = 0
  let ended = () => {}
  const left = new Promise<void>((resolve) => {
    ended = resolve
  })
  const open: typeof fetch = async (_, init) => {
    asked += 1
    if (asked === 1) return new Response(png, { headers: { 'content-length': String(png.length) } })
    init?.signal?.addEventListener('abort', ended)
    return new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(png)
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      }),
    )
  }
  const { worker, broken } = workerOf(open, ports)
  const told: unknown[] = []
  const found = await downloadIn(worker, foreign, content, { onProgress: (progress) => told.push(progress) })
  expect(found).toMatchObject({ status: 'file', file: { blob: { size: png.length } } })
  expect(told).toEqual([{ state: 'fetching', received: png.length, total: png.length }])

  const stop = new AbortController()
  const cancelled = downloadIn(worker, foreign, content, { signal: stop.signal, onProgress: () => stop.abort() })
  expect(await cancelled).toEqual({ status: 'cancelled' })
  await left

  const breaking = downloadIn(worker, foreign, content, { onProgress: () => broken.dispatchEvent(new Event('error')) })
  expect(await breaking).toMatchObject({ status: 'failed', error: { kind: 'network' } })
})

test('a body that ends too early without an error is continued', async () => {
  const etag = '"one"'
  const { found, asked } = await downloadOf((_, __, nth) => {
    if (nth === 1) return new Response(png.slice(0, 50), { headers: { etag, 'content-length': String(png.length) } })
    const range = `bytes 50-${png.length - 1}/${png.length}`
    return new Response(png.slice(50), { status: 206, headers: { etag, 'content-range': range } })
  })
  expect(found).toMatchObject({ status: 'file', file: { sha256: sha256Hex(png) } })
  expect(asked).toHaveLength(2)
})

test('what our own router sends in parts is continued', async () => {
  const file = Uint8Array.from({ length: 1000 }, (_, at) => png[at] ?? at % 251)
  const stored = { content: new Blob([file]), type: 'image/png', etag: '"one"', name: 'a.png' }
  const cutAfter = (bytes: number) =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.slice(0, bytes))
        controller.error(new TypeError('cut'))
      },
    })
  const { found, asked } = await downloadOf(
    (_, { headers }, nth) => {
      const reply = rangedReply(stored, new Headers(headers))
      return nth > 3 ? reply : new Response(reply.body?.pipeThrough(cutAfter(100)), reply)
    },
    { own: true },
  )
  expect(found).toMatchObject({ status: 'file', head: { status: 200 } })
  if (found.status === 'file') expect(new Uint8Array(await found.file.blob.arrayBuffer())).toEqual(file)
  expect(asked.length).toBe(4)
  expect(asked.at(-1)?.headers).toMatchObject({ 'if-range': '"one"', range: expect.stringMatching(/^bytes=\d+-$/) })
})
