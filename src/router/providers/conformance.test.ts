import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { type Subject, subjects } from '../testing/conformance-fakes.ts'
import { fakeUpstream, formIn, sendJson, upstreamKey } from '../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'

const recording = 'UklGRgAAAABXQVZF'

/** A request for each endpoint, with the fields that it needs. */
const requests: Partial<Readonly<Record<EndpointId, object>>> = {
  responses: { input: 'x' },
  'images.generations': { prompt: 'x' },
  'images.edits': { prompt: 'x', images: ['https://a.example/b.png'] },
  'videos.create': { prompt: 'x' },
  'audio.speech': { input: 'x', voice: 'v1' },
  'audio.transcriptions': { file: recording },
  'audio.voice-design': { prompt: 'x' },
  'audio.voice-change': { file: recording, voice: 'v1' },
  'audio.dubbing': { file: recording, target_lang: 'es' },
  'audio.music': { prompt: 'x' },
  'audio.sound-generation': { prompt: 'x' },
  'audio.voice-isolation': { file: recording },
}

const speech = { ...requests['audio.speech'] }

/** The router with that provider alone, before its fake, or one that answers as told. */
async function setUp(subject: Subject, handle?: Parameters<typeof fakeUpstream>[0]) {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { upstream, received } = await fakeUpstream(handle ?? ((request, reply) => subject.serve(request, reply, held)))
  const provider = subject.create({
    upstream: { ...upstream, name: subject.name, headers: subject.header },
    models: { entries: [{ id: 'model-1', object: 'model' }], upstreamId: () => 'their-model' },
  })
  const { url, close } = await startTestRouter({ providers: [provider] })
  onTestFinished(close)
  const post = (id: EndpointId, body: object | FormData, init: RequestInit = {}) => {
    const isForm = body instanceof FormData
    return fetch(`${url}/v1${endpoints[id].path}`, {
      ...{ ...init, method: 'POST', body: isForm ? body : JSON.stringify({ model: 'model-1', ...body }) },
      headers: { authorization: `Bearer ${testKey}`, ...(!isForm && { 'content-type': 'application/json' }) },
    })
  }
  return { provider, received, post, goOn }
}

/** Error bodies that real servers send (wire-facts §4). */
const errors: readonly (readonly [status: number, body: unknown])[] = [
  [400, { error: { message: 'why', type: 'x', param: null, code: null } }],
  [429, { error: { message: 'why', code: '429' } }],
  [403, { error: { message: 'why', code: 403, metadata: { raw: {} } } }],
  [400, { error: 'why' }],
  [422, { detail: 'why' }],
  [422, { detail: [{ loc: ['body', 'x'], msg: 'why' }] }],
  [404, { detail: { status: 'voice_not_found', message: 'why' } }],
  [400, { type: 'about:blank', title: 'why', status: 400 }],
  [400, { success: false, error: { message: 'why' } }],
  [400, { object: 'error', message: 'why', code: 400 }],
  [400, { message: 'why' }],
  [400, { error: { message: '{"error":{"message":"why"}}' } }],
  [503, { error: { message: 'why' } }],
  [500, { error: { message: 'why' } }],
  [502, '<html><h1>Bad Gateway</h1></html>'],
  [524, ''],
]

describe.each(subjects)('$name', (subject) => {
  let at: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => {
    at = await setUp(subject)
  })

  test('every endpoint that it declares answers; its key is sent with one request each, and shown to nobody', async () => {
    const { provider, post, received } = at
    for (const id of provider.endpoints) {
      const reply = await post(id, requests[id] ?? {})
      const shown = `${JSON.stringify([...reply.headers])}${await reply.text()}`
      expect([id, reply.status, shown]).toEqual([id, 200, expect.not.stringContaining(upstreamKey)])
      expect(received.splice(0)).toMatchObject([{ method: 'POST', headers: subject.header }])
    }
  })

  test('errors of every shape are one shape that says why and how far the request came, after one request', async () => {
    let current = 0
    const { post, received } = await setUp(subject, (_, reply) => {
      const [status, body] = errors[current] ?? []
      if (typeof body === 'string') reply.writeHead(status ?? 0, { 'content-type': 'text/html' }).end(body)
      else sendJson(reply, body, status)
    })
    for (const [status, body] of errors) {
      const { error } = await (await post('audio.speech', speech)).json()
      const isTold = typeof body !== 'string'
      const stage = status < 500 || (status === 503 && isTold) ? 'not_sent' : 'sent'
      expect({ body, ...error }).toMatchObject({ stage, message: expect.stringMatching(isTold ? /\bwhy\b/ : /./) })
      expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'request_id', 'retry', 'stage', 'type'])
      expect(received.splice(0)).toHaveLength(1)
      current += 1
    }
  })

  test('a rejected key of the router is never a 401 of the client, and is not shown', async () => {
    const { post } = await setUp(subject, (_, reply) => sendJson(reply, subject.rejectedKey, 401))
    const reply = await post('audio.speech', speech)
    const text = await reply.text()
    expect([reply.status, JSON.parse(text).error]).toMatchObject([502, { code: 'provider_key_rejected' }])
    expect(text).not.toContain(upstreamKey)
  })

  test('a redirect is not followed: the key goes to its own server', async () => {
    const other = await fakeUpstream((_, reply) => sendJson(reply, {}))
    const { post, received } = await setUp(subject, (_, reply) =>
      reply.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end(),
    )
    expect((await post('audio.speech', speech)).status).toBe(502)
    expect([received.length, other.received.length]).toEqual([1, 0])
  })

  test.each(['before its head', 'in its body'])('a client that leaves %s closes the upstream', async (when) => {
    const arrivals = new EventEmitter()
    const { post } = await setUp(subject, (request, reply) => {
      arrivals.emit('arrived', reply)
      return when === 'in its body' && subject.serve(request, reply, new Promise(() => {}))
    })
    const arrived = once(arrivals, 'arrived')
    const stop = new AbortController()
    const call = post('audio.speech', { ...speech, stream_format: 'sse' }, { signal: stop.signal })
    call.catch(() => {})
    const [reply]: ServerResponse[] = await arrived
    if (!reply) throw new Error('nothing arrived')
    const closed = once(reply, 'close')
    if (when === 'in its body') await (await call).body?.getReader().read()
    stop.abort()
    await closed
    expect(reply.writableEnded).toBe(false)
  })

  test('a stream arrives event by event', async () => {
    const reply = await at.post('audio.speech', { ...speech, stream_format: 'sse' })
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('\n\n')) text += (await reader?.read())?.value ?? ''
    expect(text).toContain('speech.audio.delta')
    at.goOn()
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) text += read.value
    expect(text.match(/"type":"[\w.]+"/g)?.at(-1)).toBe('"type":"speech.audio.done"')
  })

  test('an upload arrives as it was', async ({ skip }) => {
    if (!at.provider.endpoints.has('audio.transcriptions')) skip()
    const bytes = Buffer.alloc(300_000, 'odd \r\n--b\u0000')
    const form = new FormData()
    form.append('model', 'model-1')
    form.append('file', new File([bytes], 'täglich "1".wav', { type: 'audio/wav' }))
    expect((await at.post('audio.transcriptions', form)).status).toBe(200)
    const [sent] = await Promise.all(at.received.map(formIn))
    const file = sent?.get('file')
    if (!(file instanceof File)) throw new Error('no file arrived')
    expect([file.name, bytes.equals(Buffer.from(await file.arrayBuffer()))]).toEqual(['täglich "1".wav', true])
  })
})
