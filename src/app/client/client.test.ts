import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { ClientError } from './client-error.ts'
import type { Connection } from './exchange.ts'
import { frame } from './testing/event-streams.ts'
import { foreign, replyOf, tellOf, textIn } from './testing/replies.ts'
import { message, messageText, messageWhole } from './testing/sample-streams.ts'

const own: Connection = { ...foreign, own: true }
const jsonError = { error: { message: 'No.', code: 'x' } }
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A fetch that keeps what it was asked to send. */
function recorder(answer: () => Response = () => Response.json({})) {
  const sent: { url: string; init: RequestInit }[] = []
  const send: typeof fetch = async (input, init = {}) => {
    sent.push({ url: String(input), init })
    return answer()
  }
  return { sent, send }
}

const headersIn = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers).entries())

test('a foreign router gets the key, the content type and what is accepted, and nothing else', async () => {
  const { sent, send } = recorder(() => replyOf([frame(message)]))
  await tellOf(replyOf([]), { fetch: send, idempotencyKey: 'run-1', request: { model: 'm', stream: true } })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.url).toBe('https://router.example/v1/responses')
  expect(headersIn(sent[0]?.init)).toEqual({
    accept: 'text/event-stream, application/json',
    authorization: 'Bearer sk-test',
    'content-type': 'application/json',
  })
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"model":"m","stream":true}',
    credentials: 'omit',
    redirect: 'manual',
  })
})

test('our own router also gets the idempotency key', async () => {
  const { sent, send } = recorder(() => replyOf([frame(message)]))
  await tellOf(replyOf([]), { fetch: send, connection: own, idempotencyKey: 'run-1', request: {} })
  expect(headersIn(sent[0]?.init)).toMatchObject({ 'idempotency-key': 'run-1', accept: 'application/json' })
})

test('a connection without a key sends none', async () => {
  const { sent, send } = recorder()
  await createClient({ baseUrl: foreign.baseUrl, own: false }, { fetch: send }).call('models')
  expect(headersIn(sent[0]?.init)).toEqual({ accept: 'application/json' })
})

const circle: Record<string, unknown> = {}
circle.self = circle
test.each<[string, Connection, unknown]>([
  ['a key that no header can carry', { ...foreign, key: 'ключ' }, {}],
  ['a base URL that is none', { ...foreign, baseUrl: 'router' }, {}],
  ['a request that is no JSON', foreign, circle],
  ['no request', foreign, undefined],
])('%s is refused before anything is sent', async (_, connection, request) => {
  const { sent, send } = recorder()
  const client = createClient(connection, { fetch: send })
  const events = []
  for await (const chunk of client.stream('responses', request))
    if (chunk.kind === 'events') events.push(...chunk.events)
  expect(sent).toEqual([])
  expect(events).toMatchObject([
    { kind: 'error', error: { stage: 'not_sent' } },
    { kind: 'end', status: 'refused' },
  ])
})

test('nothing is sent when the signal is aborted already', async () => {
  const { sent, send } = recorder()
  const told = await tellOf(replyOf([]), { fetch: send, signal: AbortSignal.abort() })
  expect(sent).toEqual([])
  expect(told.events).toEqual([{ kind: 'end', status: 'stopped', reason: 'not sent' }])
})

test('the head comes first, with the facts that the router tells', async () => {
  const headers = {
    'x-request-id': 'req_1',
    'x-router-model': 'm',
    'x-router-provider': 'sandbox',
    'x-router-attempts': '1',
  }
  const { chunks } = await tellOf(replyOf([frame(message)], { headers }))
  expect(chunks[0]).toMatchObject({
    kind: 'head',
    head: { status: 200, requestId: 'req_1', model: 'm', provider: 'sandbox', attempts: '1' },
  })
})

test('one chunk of bytes is one chunk of events, and one that completes no event comes empty', async () => {
  const { chunks } = await tellOf(replyOf([bytesOf(': ping\n\n'), frame(message)]))
  expect(chunks.map((chunk) => (chunk.kind === 'events' ? chunk.raw.length : chunk.kind))).toEqual([
    'head',
    0,
    message.length,
    0,
  ])
})

test('chunks that complete no event are signs of life, told at most once a second', async () => {
  let time = 0
  const client = createClient(foreign, {
    fetch: async () => replyOf(Array.from({ length: 9 }, () => bytesOf(': ping\n\n'))),
    now: () => {
      time += 400
      return time
    },
  })
  const chunks = []
  for await (const chunk of client.stream('responses', {})) chunks.push(chunk)
  const empty = chunks.filter((chunk) => chunk.kind === 'events' && chunk.events.length === 0)
  expect(empty).toHaveLength(3)
})

const json = (status: number, body: unknown = jsonError) => new Response(JSON.stringify(body), { status })
test.each<[string, () => Response, string]>([
  ...[400, 401, 402, 403, 404, 405, 413, 415, 422, 429].map((status): [string, () => Response, string] => [
    `${status} with a JSON error`,
    () => json(status),
    'refused',
  ]),
  ...[408, 409, 418, 500, 502, 503, 504, 529].map((status): [string, () => Response, string] => [
    `${status} with a JSON error`,
    () => json(status),
    'unknown',
  ]),
  ...[400, 404, 502].map((status): [string, () => Response, string] => [
    `${status} with a page`,
    () => new Response('<html>', { status }),
    'unknown',
  ]),
  ...[401, 500].map((status): [string, () => Response, string] => [
    `${status} without a body`,
    () => new Response(null, { status }),
    'unknown',
  ]),
  ['404 with plain text', () => new Response('Not Found', { status: 404 }), 'unknown'],
  [
    '503 where a foreign router says not_sent',
    () => json(503, { error: { message: 'No.', stage: 'not_sent' } }),
    'unknown',
  ],
  ['200 with a page', () => new Response('<!doctype html><title>Hotel WLAN</title>'), 'unknown'],
  ['200 with plain words', () => new Response('hello there'), 'unknown'],
  ['200 with an error body', () => json(200), 'failed'],
  ['200 with JSON that is no reply', () => json(200, { a: 1 }), 'failed'],
  ['200 without a body', () => new Response(null), 'interrupted'],
  ['202 without a body', () => new Response(null, { status: 202 }), 'unknown'],
  ['202 with JSON that is no reply', () => json(202, { accepted: true }), 'unknown'],
  ['204', () => new Response(null, { status: 204 }), 'interrupted'],
  ['200 with torn JSON', () => new Response(messageWhole.slice(0, 100)), 'interrupted'],
])('%s ends once', async (_, reply, status) => {
  const { events, end } = await tellOf(reply())
  expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(1)
  expect(end).toMatchObject({ kind: 'end', status })
  expect(events.filter(({ kind }) => kind === 'error')).toHaveLength(1)
})

test('what still arrives after a stop changes nothing', async () => {
  const stop = new AbortController()
  const client = createClient(foreign, {
    fetch: async () => replyOf([frame(message.slice(0, 4)), frame(message.slice(4))]),
  })
  const events = []
  for await (const chunk of client.stream('responses', {}, { signal: stop.signal })) {
    if (chunk.kind === 'events') events.push(...chunk.events)
    if (textIn(events) !== '') stop.abort()
  }
  expect(textIn(events)).toBe('Grüße ')
  expect(events.at(-1)).toEqual({ kind: 'end', status: 'stopped' })
})

test('our own router is believed that a request was not sent on', async () => {
  const told = await tellOf(json(503, { error: { message: 'No.', stage: 'not_sent' } }), { connection: own })
  expect(told.events).toMatchObject([
    { kind: 'error', error: { stage: 'not_sent' } },
    { kind: 'end', status: 'refused' },
  ])
})

test('a proxy’s page with a good status is named with its title', async () => {
  const { events } = await tellOf(new Response('<!doctype html><title>Hotel WLAN</title>'))
  expect(events[0]).toMatchObject({
    kind: 'error',
    error: { kind: 'contract', message: expect.stringContaining('Hotel WLAN') },
  })
})

test('when nobody answers the end is unknown', async () => {
  const told = await tellOf(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(told.events).toEqual([
    { kind: 'error', error: { kind: 'network', message: 'Failed to fetch' } },
    { kind: 'end', status: 'unknown' },
  ])
})

test('JSON where a stream was asked for is read, whatever the content type says', async () => {
  const told = await tellOf(replyOf([bytesOf(` \n${messageWhole}`)]))
  expect(textIn(told.events)).toBe(messageText)
  expect(told.events[0]).toMatchObject({ kind: 'notice', notice: 'not-a-stream' })
})

test('a stream where none was asked for is read, whatever the content type says', async () => {
  const told = await tellOf(replyOf([frame(message)], { headers: { 'content-type': 'application/json' } }), {
    request: {},
  })
  expect(textIn(told.events)).toBe(messageText)
  expect(told.events[0]).toMatchObject({ kind: 'notice', notice: 'unasked-stream' })
})

test('an event over its cap keeps what came before it', async () => {
  const huge = JSON.stringify({ type: 'response.output_text.delta', output_index: 0, delta: 'x'.repeat(5000) })
  const told = await tellOf(replyOf([frame(message.slice(0, 5)), frame([huge]), frame(message)]), {
    caps: { event: 4096, answer: 1e6 },
  })
  expect(textIn(told.events)).toBe('Grüße aus 日本')
  expect(told.events.slice(-2)).toMatchObject([
    { error: { code: 'event_too_large' } },
    { status: 'interrupted', reason: 'too large' },
  ])
})

test('an endless line stops at the cap', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1
      controller.enqueue(bytesOf('x'.repeat(1000)))
    },
  })
  const told = await tellOf(new Response(endless, { headers: { 'content-type': 'text/event-stream' } }), {
    caps: { event: 10_000, answer: 1e6 },
  })
  expect(told.end).toMatchObject({ status: 'interrupted', reason: 'too large' })
  expect(sent).toBeLessThan(20)
})

test('an answer over its cap keeps what came before', async () => {
  const told = await tellOf(replyOf([frame(message.slice(0, 5)), frame(message)]), {
    caps: { event: 4096, answer: 1200 },
  })
  expect(textIn(told.events)).toBe('Grüße aus 日本')
  expect(told.events.slice(-2)).toMatchObject([
    { error: { code: 'answer_too_large' } },
    { status: 'interrupted', reason: 'too large' },
  ])
})

test('inside a good reply, too, only our own router is believed that a request was not sent on', async () => {
  const body = { error: { message: 'No.', stage: 'not_sent' } }
  expect((await tellOf(json(200, body))).events[0]).toEqual({ kind: 'error', error: { kind: 'api', message: 'No.' } })
  expect((await tellOf(json(200, body), { connection: own })).events[0]).toMatchObject({ error: { stage: 'not_sent' } })
})

test('a job that failed is an answer, not a failed call', async () => {
  const job = { id: 'video_1', status: 'failed', error: { message: 'Moderated.' } }
  const { send } = recorder(() => Response.json(job))
  const answer = await createClient(foreign, { fetch: send }).call('videos.status', { params: { id: 'video_1' } })
  expect(answer.value).toEqual(job)
})

test('a call gives the JSON and the head', async () => {
  const { sent, send } = recorder(() => Response.json({ data: [] }, { headers: { 'x-router': 'patchbay' } }))
  const answer = await createClient(foreign, { fetch: send }).call('videos.status', {
    params: { id: 'a/b' },
    query: { index: '0' },
  })
  expect(answer).toMatchObject({ value: { data: [] }, head: { status: 200, headers: { 'x-router': 'patchbay' } } })
  expect(sent[0]?.url).toBe('https://router.example/v1/videos/a%2Fb?index=0')
  expect(sent[0]?.init).toMatchObject({ method: 'GET', redirect: 'follow' })
})

test.each<[string, () => Promise<Response>, object]>([
  ['the router says no', async () => json(401), { kind: 'api', facts: { status: 401, code: 'x' } }],
  ['a good status holds an error', async () => json(200), { kind: 'api', facts: { message: 'No.' } }],
  ['a page comes', async () => new Response('<html>'), { kind: 'contract' }],
  ['no JSON comes', async () => new Response('{oops'), { kind: 'contract' }],
  ['nothing comes', async () => new Response(''), { kind: 'contract' }],
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch')), { kind: 'network' }],
  ['the answer breaks off', async () => replyOf([bytesOf('{"a":')], { broken: true }), { kind: 'interrupted' }],
])('a call throws when %s', async (_, answer, error) => {
  const failure = createClient(foreign, { fetch: answer }).call('models')
  await expect(failure).rejects.toBeInstanceOf(ClientError)
  await expect(failure).rejects.toMatchObject(error)
})

test('a call that is aborted throws the reason, and sends nothing when it was aborted before', async () => {
  const { sent, send } = recorder()
  const reason = new Error('left the page')
  await expect(
    createClient(foreign, { fetch: send }).call('models', { signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason)
  expect(sent).toEqual([])
})

test('a path parameter that no path can carry is refused before anything is sent', async () => {
  const { sent, send } = recorder()
  await expect(
    createClient(foreign, { fetch: send }).call('videos.status', { params: { id: '..' } }),
  ).rejects.toMatchObject({ facts: { stage: 'not_sent' } })
  expect(sent).toEqual([])
})

test('a stream inserts its path parameters, encoded once, and names one that is missing', async () => {
  const { sent, send } = recorder(() =>
    replyOf([Uint8Array.of(0, 1, 2, 255)], { headers: { 'content-type': 'video/mp4' } }),
  )
  const options = { endpoint: 'videos.content', request: undefined, fetch: send } as const
  const told = await tellOf(json(200), { ...options, params: { id: 'a/b' } })
  expect(told.end).toMatchObject({ status: 'completed' })
  expect(sent.map(({ url }) => url)).toEqual(['https://router.example/v1/videos/a%2Fb/content'])
  const missing = await tellOf(json(200), options)
  expect(missing.events).toMatchObject([
    {
      kind: 'error',
      error: { stage: 'not_sent', message: expect.stringContaining('/videos/{id}/content needs a value for id') },
    },
    { kind: 'end', status: 'refused' },
  ])
  expect(sent).toHaveLength(1)
})

test('a paid request that is redirected is sent once, and the redirect is named', async () => {
  const { sent, send } = recorder(
    () => new Response(null, { status: 307, headers: { location: 'https://other.example' } }),
  )
  const told = await tellOf(replyOf([]), { fetch: send, request: { model: 'm' } })
  expect(sent).toHaveLength(1)
  expect(JSON.stringify(told)).toContain('The router redirects this request to another URL.')
})
