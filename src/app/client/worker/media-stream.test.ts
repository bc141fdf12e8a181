import { afterEach, expect, test } from 'vitest'
import type { EndpointId } from '#contract/routes.ts'
import { createClient } from '../client.ts'
import { createReach } from '../download/file-request.ts'
import type { StreamOptions } from '../exchange.ts'
import { foreign, home, replyOf, type Told, tellOf } from '../testing/replies.ts'
import { workerOf } from '../testing/worker-of.ts'
import { servePort } from './port-stream.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const picture = (n = 0) =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(6000).keys()].map((one) => one & 255))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => new TextEncoder().encode(text)
const json = (body: unknown) =>
  replyOf([bytesOf(JSON.stringify(body))], { headers: { 'content-type': 'application/json' } })
const event = (type: string, n: number) =>
  bytesOf(`data: ${JSON.stringify({ type: `image_generation.${type}`, b64_json: base64(picture(n)) })}\n\n`)

interface Ask extends StreamOptions {
  readonly endpoint?: EndpointId
  readonly request?: unknown
}

/** The page may reach nothing itself. */
const closed: typeof fetch = () => expect.fail('The page asked by itself.')

async function inWorker(send: typeof fetch, ask: Ask = {}): Promise<Told> {
  const { worker } = workerOf(send, ports)
  return await tellOf(json({}), {
    endpoint: 'images.generations',
    request: {},
    fetch: closed,
    netWorker: async () => worker,
    ...ask,
  })
}

/** What was told, with the files' bytes and without the times. */
async function plain({ chunks }: Told) {
  return await Promise.all(
    chunks.map(async (chunk) => {
      if (chunk.kind === 'head') return { ...chunk, head: { ...chunk.head, at: 0 } }
      const { files = [], raw, events } = chunk
      const bytes = files.map(async ({ blob, ...facts }) => [
        facts,
        blob.type,
        Buffer.from(await blob.arrayBuffer()).toString('base64'),
      ])
      return { raw: raw.map((one) => ({ ...one, at: 0 })), events, files: await Promise.all(bytes) }
    }),
  )
}

const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1' }
test.each<[string, () => Response, Ask]>([
  [
    'pictures in JSON',
    () => json({ created: 1, data: [{ b64_json: base64(picture(1)) }, { b64_json: base64(picture(2)) }] }),
    {},
  ],
  // One alone: of two, either may come first.
  ['a picture by its address', () => json({ data: [{ url: '/files/1' }] }), {}],
  ['a picture from elsewhere', () => json({ data: [{ url: 'https://elsewhere.example/2.png' }] }), {}],
  [
    'pictures in steps',
    () => replyOf([event('partial_image', 1), event('completed', 2)]),
    { request: { stream: true } },
  ],
  ['a stream that is cut', () => replyOf([event('partial_image', 1)], { broken: true }), { request: { stream: true } }],
  [
    'bytes',
    () => replyOf([picture().slice(0, 99), picture().slice(99)], { headers: { 'content-type': 'audio/mpeg' } }),
    { endpoint: 'audio.speech' },
  ],
  [
    'bytes behind an address with a parameter',
    () => replyOf([picture()], { headers: { 'content-type': 'video/mp4' } }),
    { endpoint: 'videos.content', params: { id: 'a/b' } },
  ],
  ['a transcript', () => json({ text: 'Hello', words: [] }), { endpoint: 'audio.transcriptions' }],
  ['a refusal', () => Response.json({ error: { message: 'No sk-test', code: 'no' } }, { status: 400, headers }), {}],
  ['a failure', () => new Response('<html>', { status: 502 }), {}],
  ['what cannot be sent', () => json({}), { request: 1n }],
])('%s are told by the worker just as they would be here', async (_, reply, ask) => {
  const send: typeof fetch = async (input, init) => {
    if (init?.method === 'POST') return reply()
    return String(input).startsWith('https://elsewhere') ? replyOf([picture(2)]) : replyOf([picture(1)])
  }
  const here = await tellOf(json({}), {
    ...{
      endpoint: 'images.generations',
      request: {},
      fetch: send,
      reach: createReach(send, { baseUrl: foreign.baseUrl, home }),
    },
    ...ask,
  })
  expect(await plain(await inWorker(send, ask))).toEqual(await plain(here))
})

test('a request goes out once, as it would from here, files and all', async () => {
  const sent: Request[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init))
    return json({ data: [{ b64_json: base64(picture()) }] })
  }
  const file = { name: 'a.png', blob: new Blob([picture(1)], { type: 'image/png' }) }
  const told = await inWorker(send, {
    endpoint: 'images.edits',
    parts: [
      { kind: 'text', name: 'prompt', value: 'größer' },
      { kind: 'file', name: 'image[]', file },
    ],
  })
  expect(told.end).toMatchObject({ status: 'completed' })
  const [request, ...more] = sent
  expect(more).toEqual([])
  const form = await request?.formData()
  expect(form?.get('prompt')).toBe('größer')
  expect(form?.get('image[]')).toMatchObject({ name: 'a.png', type: 'image/png', size: picture().length })
  expect(request?.headers.get('authorization')).toBe('Bearer sk-test')
})

test('an address that nobody confirmed is not called', async () => {
  const { worker } = workerOf(() => expect.fail('It was called.'), ports, ['https://other.example'])
  const options = { endpoint: 'images.generations', request: {}, netWorker: async () => worker } as const
  const told = await tellOf(json({}), options)
  expect(told.events[0]).toMatchObject({
    kind: 'error',
    error: { kind: 'network', message: expect.stringContaining('not confirmed') },
  })
})

/** Never answers; fails as fetch does when its signal aborts. */
const silent =
  (asked: () => void, left: () => void): typeof fetch =>
  (_, init) =>
    new Promise((_resolve, reject) => {
      asked()
      init?.signal?.addEventListener('abort', () => {
        left()
        reject(new DOMException('aborted', 'AbortError'))
      })
    })

test('a stop ends the request in the worker and the run as stopped', async () => {
  const stop = new AbortController()
  let left = false
  const send = silent(
    () => setTimeout(() => stop.abort(), 1),
    () => {
      left = true
    },
  )
  const told = await inWorker(send, { signal: stop.signal })
  expect(told.end).toMatchObject({ status: 'stopped' })
  expect(left).toBe(true)
})

test('what was stopped before is never sent', async () => {
  const told = await inWorker(() => expect.fail('It was sent.'), { signal: AbortSignal.abort() })
  expect(told.end).toMatchObject({ status: 'stopped', reason: 'not sent' })
})

test('leaving the loop ends the request in the worker', async () => {
  let leave = () => {}
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  const send: typeof fetch = async (_, init) => {
    init?.signal?.addEventListener('abort', leave)
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(event('partial_image', 1)) }))
  }
  const { worker } = workerOf(send, ports)
  const client = createClient(foreign, { fetch: closed, netWorker: async () => worker })
  for await (const chunk of client.stream('images.generations', { stream: true })) if (chunk.kind === 'events') break
  await gone
})

test('a worker that breaks at work leaves the run unknown; one that never began has sent nothing', async () => {
  const working = workerOf(
    silent(
      () => setTimeout(() => working.broken.dispatchEvent(new Event('error')), 1),
      () => {},
    ),
    ports,
  )
  const options = { endpoint: 'images.generations', request: {} } as const
  const lost = await tellOf(json({}), { ...options, netWorker: async () => working.worker })
  expect(lost.end).toMatchObject({ status: 'unknown' })

  const dead = {
    ...workerOf(closed, ports),
    postMessage: () => setTimeout(() => dead.broken.dispatchEvent(new Event('error')), 1),
  }
  const worker = { ...dead.worker, postMessage: dead.postMessage }
  const never = await tellOf(json({}), { ...options, netWorker: async () => worker })
  expect(never.end).toMatchObject({ status: 'refused' })
  const unloaded = await tellOf(json({}), { ...options, netWorker: () => Promise.reject(new Error('offline')) })
  expect(unloaded.events).toMatchObject([{ error: { stage: 'not_sent' } }, { status: 'refused' }])
})

test('what cannot be copied to the worker is not sent', async () => {
  const told = await inWorker(() => expect.fail('It was sent.'), { request: { prompt: () => 'no' } })
  expect(told.end).toMatchObject({ status: 'refused' })
})

test('a chunk that cannot cross is told as a loss, so that nobody waits for ever', async () => {
  const said: string[] = []
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const port = {
    postMessage(message: { readonly kind: string }) {
      if (message.kind === 'item') throw new DOMException('It cannot be cloned.', 'DataCloneError')
      said.push(message.kind)
    },
    addEventListener: port2.addEventListener.bind(port2),
    start: () => port2.start(),
    close: () => said.push('closed'),
  }
  port1.postMessage({ kind: 'pull' })
  const client = createClient(foreign, { fetch: async () => json({ data: [] }) })
  await servePort(port, (signal) => client.stream('images.generations', {}, { signal }))
  expect(said).toEqual(['taken', 'error', 'closed'])
})
