import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { workerOf } from '../testing/worker-of.ts'
import { createWorkerFetch } from '../worker/foreign-fetch.ts'
import { probe } from './probe.ts'

const connection = { baseUrl: 'http://127.0.0.1:4321/v1', key: 'k', own: false }
const refused = () => Promise.reject(new TypeError('Failed to fetch'))

/** A server by what it answers to a read without CORS, and to one as the app sends it. */
const server = (opaque: () => Promise<Response>, readable: () => Promise<Response>) => {
  const modes: (string | undefined)[] = []
  const send: typeof fetch = (_, init) => {
    modes.push(init?.mode)
    return init?.mode === 'no-cors' ? opaque() : readable()
  }
  return { send, modes }
}

const answers = async () => new Response('{}')

test.each([
  ['answers without CORS', answers, refused, 'up'],
  ['forbids opaque reads, but allows CORS', refused, answers, 'up'],
  ['answers nothing', refused, refused, 'down'],
])('a server that %s', async (_, opaque, readable, state) => {
  expect(await probe(connection, server(opaque, readable).send)).toBe(state)
})

test('the opaque read carries neither key nor cookies', async () => {
  let sent: RequestInit | undefined
  await probe(connection, async (_, init) => {
    sent = init
    return new Response()
  })
  expect(sent).toMatchObject({ mode: 'no-cors', credentials: 'omit' })
  expect(sent).not.toHaveProperty('headers')
})

test('an opaque reply crosses the worker, although its status is 0', async () => {
  const ports: MessagePort[] = []
  const opaque = Object.defineProperties(new Response(), {
    type: { value: 'opaque' },
    status: { value: 0 },
    body: { value: null },
  })
  const { worker } = workerOf(async () => opaque, ports, ['http://127.0.0.1:4321'])
  expect(await probe(connection, createWorkerFetch(worker))).toBe('up')
  for (const port of ports) port.close()
})

async function errorOf(baseUrl: string, found: 'up' | 'down') {
  let posts = 0
  const client = createClient(
    { baseUrl, own: false },
    {
      fetch: () => {
        posts += 1
        return refused()
      },
      probe: async () => found,
    },
  )
  const events = []
  for await (const chunk of client.stream('responses', { model: 'a', input: 'b' })) {
    if (chunk.kind === 'events') events.push(...chunk.events)
  }
  return { posts, events }
}

test('to a server of this machine that is down nothing is sent, which is said', async () => {
  const { posts, events } = await errorOf(connection.baseUrl, 'down')
  expect(posts).toBe(0)
  expect(events).toMatchObject([{ error: { stage: 'not_sent', server: 'down' } }, { kind: 'end', status: 'refused' }])
})

test('a request that failed stays unknown, whatever a probe after it finds', async () => {
  for (const found of ['up', 'down'] as const) {
    const { posts, events } = await errorOf('https://router.example/v1', found)
    expect(posts).toBe(1)
    expect(events).toMatchObject([{ error: { kind: 'network', server: found } }, { kind: 'end', status: 'unknown' }])
  }
})
