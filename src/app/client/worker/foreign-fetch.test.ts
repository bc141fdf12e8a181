import { afterEach, expect, test } from 'vitest'
import { home } from '../testing/replies.ts'
import { workerOf } from '../testing/worker-of.ts'
import { createWorkerFetch } from './foreign-fetch.ts'
import { createGate } from './net-gate.ts'

const url = 'https://router.example/v1/responses'
const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** The `fetch` of a worker whose way out is `send`. */
function workerWith(send: typeof fetch) {
  const { worker, broken } = workerOf(send, ports)
  return { fetch: createWorkerFetch(worker), broken }
}

/** Something to wait for. */
function signalOf() {
  let fire = () => {}
  const fired = new Promise<void>((resolve) => {
    fire = resolve
  })
  return { fire, fired }
}

/** Never answers; fails as fetch does when its signal aborts. */
const silent =
  (onAbort: () => void): typeof fetch =>
  (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        onAbort()
        reject(new DOMException('aborted', 'AbortError'))
      })
    })

test('a request crosses with method, headers and body, without cookies and referrer', async () => {
  let sent: { url: string; init: RequestInit } | undefined
  const { fetch } = workerWith(async (input, init = {}) => {
    sent = { url: String(input), init }
    return Response.json({ ok: true }, { status: 201, headers: { 'x-request-id': 'r' } })
  })
  const reply = await fetch(url, {
    method: 'POST',
    body: '{"ä":1}',
    headers: { Authorization: 'Bearer k', 'Content-Type': 'application/json' },
  })
  expect([reply.status, reply.headers.get('x-request-id'), await reply.json()]).toEqual([201, 'r', { ok: true }])
  expect(sent).toMatchObject({
    url,
    init: { method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'manual' },
  })
  const arrived = new Request(url, sent?.init)
  expect(await arrived.text()).toBe('{"ä":1}')
  expect(Object.fromEntries(arrived.headers)).toEqual({ authorization: 'Bearer k', 'content-type': 'application/json' })
})

test('a form crosses with its boundary', async () => {
  let form: FormData | undefined
  const { fetch } = workerWith(async (input, init) => {
    form = await new Request(input, init).formData()
    return new Response(null, { status: 204 })
  })
  const body = new FormData()
  body.set('file', new File(['abc'], 'a.wav'))
  expect((await fetch(url, { method: 'POST', body })).status).toBe(204)
  expect(form?.get('file')).toMatchObject({ name: 'a.wav', size: 3 })
})

test('chunks arrive one by one and whole, also those that are windows on a shared buffer', async () => {
  const shared = new TextEncoder().encode('one two three')
  const pieces = [shared.subarray(0, 4), shared.subarray(4, 8), shared.subarray(8)]
  const { fetch } = workerWith(
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            for (const piece of pieces) controller.enqueue(piece)
            controller.close()
          },
        }),
      ),
  )
  expect(await (await fetch(url)).text()).toBe('one two three')
})

test('a body that nobody reads is not read ahead', async () => {
  let given = 0
  const { fetch } = workerWith(
    async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            given += 1
            controller.enqueue(new Uint8Array(10))
          },
        }),
      ),
  )
  const reader = (await fetch(url)).body?.getReader()
  for (let read = 0; read < 3; read += 1) await reader?.read()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(given).toBeLessThanOrEqual(6)
  await reader?.cancel()
})

test.each([
  'https://other.example/v1/responses',
  'https://router.example:444/v1',
  'http://router.example/v1',
  'https://router.example.evil.test/',
])('the unconfirmed address %s is never called', async (address) => {
  let called = false
  const { fetch } = workerWith(async () => {
    called = true
    return new Response()
  })
  await expect(fetch(address)).rejects.toThrow(TypeError)
  expect(called).toBe(false)
})

test('when nobody answers it rejects with a TypeError, as fetch does', async () => {
  const { fetch } = workerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetch(url)).rejects.toThrow(new TypeError('Failed to fetch'))
})

test('a body that breaks breaks here', async () => {
  const { fetch } = workerWith(
    async () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })),
  )
  await expect((await fetch(url)).text()).rejects.toThrow('terminated')
})

test('an abort rejects with its reason and ends the request in the worker', async () => {
  const stop = new AbortController()
  const reason = new Error('stop')
  const ended = signalOf()
  const { fetch } = workerWith(silent(ended.fire))
  setTimeout(() => stop.abort(reason), 5)
  await expect(fetch(url, { signal: stop.signal })).rejects.toBe(reason)
  await ended.fired
})

test('an abort while the body streams breaks the body and ends the request in the worker', async () => {
  const stop = new AbortController()
  const ended = signalOf()
  const { fetch } = workerWith(async (_, init) => {
    init?.signal?.addEventListener('abort', ended.fire)
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }))
  })
  const reader = (await fetch(url, { signal: stop.signal })).body?.getReader()
  await reader?.read()
  stop.abort(new Error('stop'))
  await expect(reader?.read()).rejects.toThrow('stop')
  await ended.fired
})

test('letting go of the body ends the request in the worker', async () => {
  const ended = signalOf()
  const { fetch } = workerWith(async (_, init) => {
    init?.signal?.addEventListener('abort', ended.fire)
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }))
  })
  await (await fetch(url)).body?.cancel()
  await ended.fired
})

test('an aborted signal sends nothing', async () => {
  let called = false
  const { fetch } = workerWith(async () => {
    called = true
    return new Response()
  })
  await expect(fetch(url, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(called).toBe(false)
})

test('a worker that broke fails what is under way', async () => {
  const { fetch, broken } = workerWith(silent(() => {}))
  const failing = expect(fetch(url)).rejects.toThrow(TypeError)
  setTimeout(() => broken.dispatchEvent(new Event('error')), 5)
  await failing
})

test('a reply that was led to the page’s own origin is dropped, but for the page’s own requests', async () => {
  const led = async () => Object.defineProperty(new Response('key'), 'url', { value: `${home}/playground.json` })
  const { fetch } = workerWith(led)
  await expect(fetch(url)).rejects.toThrow('points to this app')
  const { worker } = workerOf(led, ports, [home])
  expect(await (await createWorkerFetch(worker)(`${home}/v1/models`)).text()).toBe('key')
})

test('what is no message of ours is left alone', () => {
  const gate = createGate(() => Promise.reject(new Error('never')), home)
  for (const data of [
    null,
    1,
    'fetch',
    [],
    {},
    { kind: 'fetch' },
    { kind: 'fetch', request: { url: 1 } },
    { kind: 'allow' },
  ])
    expect(gate(data, undefined)).toBeUndefined()
})
