import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import OpenAI, { NotFoundError, toFile } from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelEntry } from '#contract/models/models.ts'
import { seed } from '../../../testing/seed.ts'
import { createPublicFiles, type PublicFiles } from '../../http/public-file.ts'
import { fakeUpstream, formIn, sendJson, upstreamKey } from '../../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../../testing/test-router.ts'
import { createOpenAi } from './openai.ts'

const entries: readonly ModelEntry[] = [{ id: 'gen-1', object: 'model' }]
const models = { entries, upstreamId: (model: string) => (model === 'gen-1' ? 'gpt-1' : model) }

/** The official client, at our router, before an upstream that answers as told. */
async function clientBefore(handle: Parameters<typeof fakeUpstream>[0], files?: PublicFiles) {
  const { upstream, received } = await fakeUpstream(handle)
  const provider = createOpenAi({ upstream, models, ...(files && { files }) })
  const { url, close } = await startTestRouter({ providers: [provider] })
  onTestFinished(close)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 })
  return { client, received, url }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a response goes through with the upstream’s model id, its unknown fields and unusual texts', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { id: 'resp_1', output: [] }))
  const extra = { instructions: '\u0000\u202e\ud83d\ude00 “é”', __proto__: { a: 1 }, odd: { constructor: [null] } }
  const reply = await client.responses.create({ model: 'gen-1', input: 'hi', ...JSON.parse(JSON.stringify(extra)) })
  expect(reply.id).toBe('resp_1')
  expect(received).toMatchObject([
    { method: 'POST', path: '/v1/responses', headers: { authorization: `Bearer ${upstreamKey}` } },
  ])
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({ model: 'gpt-1', input: 'hi', ...extra })
})

test('messages become input and response_format becomes text.format, since only this interface has them', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { id: 'resp_1' }))
  const body = {
    model: 'gen-1',
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'be brief' },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
  }
  await client.post('/responses', { body })
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({
    model: 'gpt-1',
    input: [
      { role: 'system', content: [{ type: 'input_text', text: 'be brief' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    ],
    text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
  })
})

test('a stream comes through byte for byte, each event as soon as it is there', async () => {
  let goOn = () => {}
  const events = [
    'event: odd\ndata: {"type":"response.created"}\n\n',
    ': x\r\n\r\ndata: {"type":"response.completed"}\n\n',
  ]
  const { url } = await clientBefore(async (_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(events[0])
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    reply.end(events[1])
  })
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'gen-1', input: 'hi', stream: true })
  const reply = await fetch(`${url}/v1/responses`, { method: 'POST', headers, body })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe(events[0])
  goOn()
  let rest = ''
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) rest += read.value
  expect(rest).toBe(events[1])
})

test('an edit with files is a form of OpenAI’s names, byte for byte, and one with URLs is JSON', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { data: [{ b64_json: 'AAAA' }] }))
  const pictures = [Buffer.alloc(3_000_000, 1), Buffer.from('small')]
  const image = await Promise.all(
    pictures.map((bytes, at) => toFile(bytes, `picture-${at}.png`, { type: 'image/png' })),
  )
  const mask = await toFile(Buffer.from('mask'), 'mask.png', { type: 'image/png' })
  await client.images.edit({ model: 'gen-1', prompt: 'é', image, mask, n: 2 })
  const [form] = await Promise.all(received.map(formIn))
  const sent = form?.getAll('image[]') as File[]
  expect(
    await Promise.all(
      sent.map(async (file) => [file.name, file.type, sha256(new Uint8Array(await file.arrayBuffer()))]),
    ),
  ).toEqual(pictures.map((bytes, at) => [`picture-${at}.png`, 'image/png', sha256(bytes)]))
  expect([form?.get('model'), form?.get('prompt'), form?.get('n')]).toEqual(['gpt-1', 'é', '2'])
  expect(form?.get('mask')).toMatchObject({ name: 'mask.png' })

  await client.images.edit({ model: 'gen-1', prompt: 'x', image: mask })
  expect((await formIn(received[1] ?? expect.fail())).getAll('image')).toMatchObject([{ name: 'mask.png' }])

  await client.post('/images/edits', { body: { model: 'gen-1', prompt: 'x', images: ['https://a.example/b.png'] } })
  expect(JSON.parse(received[2]?.body.toString() ?? '')).toMatchObject({
    images: [{ image_url: 'https://a.example/b.png' }],
  })
})

test('a generation with images is an edit', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { data: [] }))
  const body = { model: 'gen-1', prompt: 'x', images: [{ image_url: 'https://a.example/b.png' }] }
  await client.post('/images/generations', { body })
  expect(received[0]?.path).toBe('/v1/images/edits')
})

test('a recording goes as a file with a name that has its format, also where it came as base64', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { text: 'words' }))
  const wav = Buffer.from('RIFF....WAVEfmt ')
  await client.audio.transcriptions.create({
    model: 'gen-1',
    file: await toFile(wav, 'talk.wav', { type: 'audio/wav' }),
    timestamp_granularities: ['word', 'segment'],
    chunking_strategy: { type: 'server_vad', threshold: 0.5 },
  })
  await client.post('/audio/transcriptions', { body: { model: 'gen-1', file: wav.toString('base64') } })
  const [asFile, asText] = await Promise.all(received.map(formIn))
  expect(asFile?.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
  expect([asFile?.get('chunking_strategy[type]'), asFile?.get('chunking_strategy[threshold]')]).toEqual([
    'server_vad',
    '0.5',
  ])
  for (const [form, name] of [
    [asFile, 'talk.wav'],
    [asText, 'recording.wav'],
  ] as const) {
    const file = form?.get('file') as File
    expect([file.name, Buffer.from(await file.arrayBuffer())]).toEqual([name, wav])
  }
})

test('speech is bytes as they come', async () => {
  const bytes = Buffer.from([0xff, 0xf3, 0, 1, 2])
  const { client, received } = await clientBefore((_, reply) =>
    reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes),
  )
  const reply = await client.audio.speech.create({ model: 'gen-1', input: 'hi', voice: 'alloy' })
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
  expect(reply.headers.get('content-type')).toBe('audio/mpeg')
  expect(received[0]?.path).toBe('/v1/audio/speech')
})

test('an endless answer goes on as far as a text may, and pictures may be longer', async () => {
  const piece = Buffer.alloc(2 ** 20, '[')
  const { url } = await clientBefore((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(Array(80).fill(piece)).pipe(reply)
  })
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  async function sizeOf(path: string, asked: object): Promise<number> {
    const body = JSON.stringify({ model: 'gen-1', ...asked })
    const reply = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body })
    let size = 0
    const reader = reply.body?.getReader()
    const next = () => reader?.read().catch(() => ({ value: undefined }))
    for (let read = await next(); read?.value; read = await next()) size += read.value.length
    return size / piece.length
  }
  const answer = await sizeOf('/responses', { input: 'x' })
  expect(answer).toBeGreaterThan(63)
  expect(answer).toBeLessThan(66)
  expect(await sizeOf('/images/generations', { prompt: 'x' })).toBe(80)
})

test('a video is known by our id alone, and read and fetched in parts at the upstream', async () => {
  const { client, received, url } = await clientBefore(({ path, headers }, reply) => {
    if (path.endsWith('/content?variant=thumbnail'))
      reply
        .writeHead(206, { 'content-type': 'image/webp', 'content-range': 'bytes 1-2/4' })
        .end(headers.range?.slice(-2))
    else if (path === '/v1/videos/video%2F7')
      sendJson(reply, { id: 'video/7', object: 'video', status: 'completed', polling_url: 'x' })
    else if (path === '/v1/videos') sendJson(reply, { id: 'video/7', object: 'video', status: 'queued' })
    else sendJson(reply, { error: { message: 'no' } }, 404)
  })
  const { id } = await client.videos.create({ model: 'gen-1' as 'sora-2', prompt: 'x', seconds: '8' })
  expect(id).toMatch(/^video_[\w-]+$/)
  expect(await client.videos.retrieve(id)).toEqual({ id, object: 'video', status: 'completed' })
  const part = await fetch(`${url}/v1/videos/${id}/content?variant=thumbnail`, {
    headers: { authorization: `Bearer ${testKey}`, range: 'bytes=1-2' },
  })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-2/4', '-2'])
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({ model: 'gpt-1', prompt: 'x', seconds: '8' })
  await expect(client.videos.retrieve(`${id}x`)).rejects.toThrow(NotFoundError)
  expect(received).toHaveLength(3)
})

test('a video that the upstream keeps elsewhere is fetched from there without the key, and only from where that is allowed', async () => {
  const storage = await fakeUpstream(({ headers: { range = 'all' } }, reply) =>
    reply.writeHead(200, { 'content-type': 'video/mp4' }).end(range),
  )
  const { origin } = new URL(storage.upstream.baseUrl)
  const handle: Parameters<typeof fakeUpstream>[0] = ({ path }, reply) => {
    if (path.endsWith('/content')) reply.writeHead(302, { location: `${origin}/signed?token=t` }).end()
    else sendJson(reply, { id: 'v1', status: 'completed' })
  }
  for (const [files, expected] of [
    [createPublicFiles([origin]), [200, 'bytes=1-']],
    [undefined, [502, expect.stringContaining('only https URLs on port 443 are fetched')]],
  ] as const) {
    const { client, url } = await clientBefore(handle, files)
    const { id } = await client.videos.create({ model: 'gen-1', prompt: 'x' })
    const headers = { authorization: `Bearer ${testKey}`, range: 'bytes=1-' }
    const reply = await fetch(`${url}/v1/videos/${id}/content`, { headers })
    expect([reply.status, await reply.text()]).toEqual(expected)
  }
  expect(storage.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/signed?token=t', undefined],
  ])
})

test.each([
  ['below the base URL', '/v1/files/7.mp4?t=1', `Bearer ${upstreamKey}`],
  ['elsewhere on the upstream', '/files/7.mp4?t=1', undefined],
])('a video that the upstream has no content route for is fetched where the job says: %s', async (_, path, key) => {
  const { client, received, url } = await clientBefore(({ path: asked, headers }, reply) => {
    if (asked === path) reply.writeHead(200, { 'content-type': 'video/mp4' }).end(`video ${headers.range}`)
    else if (asked.includes('/content')) sendJson(reply, { error: { message: 'no such route' } }, 404)
    else sendJson(reply, { id: 'v1', status: 'completed', url: `http://${headers.host}${path}` })
  })
  const job = await client.videos.create({ model: 'gen-1', prompt: 'x' })
  // The client can reach neither the upstream nor what needs its key.
  expect(job).toEqual({ id: job.id, status: 'completed', url: `/v1/videos/${job.id}/content` })
  expect(await client.videos.retrieve(job.id)).toEqual(job)
  const headers = { authorization: `Bearer ${testKey}`, range: 'bytes=1-' }
  const reply = await fetch(`${url}/v1/videos/${job.id}/content`, { headers })
  expect([reply.status, await reply.text()]).toEqual([200, 'video bytes=1-'])
  expect(received.at(-1)?.headers.authorization).toBe(key)
  const thumbnail = await fetch(`${url}/v1/videos/${job.id}/content?variant=thumbnail`, { headers })
  expect(thumbnail.status).toBe(404)
})

test('a video at another host is fetched from there without the key, and one that is not finished is not', async () => {
  const storage = await fakeUpstream((_, reply) => reply.writeHead(200, { 'content-type': 'video/mp4' }).end('video'))
  const { origin } = new URL(storage.upstream.baseUrl)
  let job: object = { id: 'v1', status: 'queued', output: [{ url: `${origin}/a.mp4` }] }
  const handle: Parameters<typeof fakeUpstream>[0] = ({ path }, reply) => {
    if (path.endsWith('/content')) reply.writeHead(405).end()
    else sendJson(reply, job)
  }
  const { client } = await clientBefore(handle, createPublicFiles([origin]))
  const { id } = await client.videos.create({ model: 'gen-1', prompt: 'x' })
  await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 405 })
  job = { ...job, status: 'succeeded' }
  expect(await client.videos.retrieve(id)).toMatchObject({ ...job, id })
  expect(await (await client.videos.downloadContent(id)).text()).toBe('video')
  expect(storage.received.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/a.mp4', undefined]])
  const { client: guarded } = await clientBefore(handle)
  const second = await guarded.videos.create({ model: 'gen-1', prompt: 'x' })
  await expect(guarded.videos.downloadContent(second.id)).rejects.toThrow('only https URLs on port 443 are fetched')
})

test('the length of a video goes as the text that OpenAI takes, also where a number came', async () => {
  const { client, received } = await clientBefore((_, reply) => sendJson(reply, { id: 'v', status: 'queued' }))
  await client.post('/videos', { body: { model: 'gen-1', prompt: 'x', seconds: 8 } })
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({ seconds: '8' })
})

test('what fails while a job is read is safe to repeat, and the model that served is named as its provider does', async () => {
  const { client, url } = await clientBefore(({ method, path }, reply) => {
    if (method === 'POST') sendJson(reply, { id: 'v1', status: 'queued' })
    else if (path.endsWith('/content'))
      sendJson(reply, { error: { message: 'no' } }, 416, { 'content-range': 'bytes */9' })
    else reply.destroy()
  })
  const { data, response } = await client.videos.create({ model: 'gen-1', prompt: 'x' }).withResponse()
  expect(response.headers.get('x-router-model')).toBe('gpt-1')
  const get = (path: string) =>
    fetch(`${url}/v1/videos/${data.id}${path}`, { headers: { authorization: `Bearer ${testKey}` } })
  const { error } = await (await get('')).json()
  expect(error).toMatchObject({ code: 'provider_lost', retry: 'safe', message: expect.not.stringContaining('billed') })
  expect((await get('/content')).headers.get('content-range')).toBe('bytes */9')
})

test('a dub of another router of this interface is read below /jobs, by our id', async () => {
  const { received, url } = await clientBefore(({ method, path }, reply) => {
    const ready = { result_urls: { es: '/jobs/d1/content?lang=es' }, poll: [1] }
    if (path === '/v1/audio/dubbing') sendJson(reply, { dubbing_id: 'd1', status: 'dubbing', status_url: '/jobs/d1' })
    else if (path === '/jobs/d1')
      sendJson(reply, { dubbing_id: 'd1', status: 'dubbed', status_url: '/jobs/d1', ...ready })
    else reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(`${method} ${path}`)
  })
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'gen-1', source_url: 'https://a.example/b.mp3', target_lang: 'es' })
  const job = await (await fetch(`${url}/v1/audio/dubbing`, { method: 'POST', headers, body })).json()
  expect(job.dubbing_id).toMatch(/^dubbing_[\w-]+$/)
  expect(job.status_url).toBe(`/jobs/${job.dubbing_id}`)
  const status = await (await fetch(`${url}${job.status_url}`, { headers })).json()
  expect(status.result_urls).toEqual({ es: `/jobs/${job.dubbing_id}/content?lang=es` })
  const dub = await fetch(`${url}${status.result_urls.es}`, { headers })
  expect(await dub.text()).toBe('GET /jobs/d1/content?lang=es')
  expect(received).toHaveLength(3)
})

test.each([{ url: 'x' }, [], 'queued'])('a video that is accepted as %j may be billed', async (body) => {
  const { client } = await clientBefore((_, reply) => sendJson(reply, body))
  const failure = await client.videos
    .create({ model: 'gen-1' as 'sora-2', prompt: 'x' })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 502, error: { stage: 'accepted', retry: 'ask' } })
})

test('a job that the upstream answers with an error has its words, and one whose reply breaks off may be billed', async () => {
  const { client } = await clientBefore((_, reply) => sendJson(reply, { error: { message: 'No GPU is free' } }))
  const create = (to: OpenAI) =>
    to.videos.create({ model: 'gen-1' as 'sora-2', prompt: 'x' }).catch((error: unknown) => error)
  expect(await create(client)).toMatchObject({ status: 502, message: expect.stringContaining('No GPU is free') })
  const { client: second } = await clientBefore((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id"')
    setTimeout(() => reply.destroy(), 20)
  })
  expect(await create(second)).toMatchObject({ status: 502, error: { code: 'provider_lost', stage: 'accepted' } })
})

test('nothing of the client’s headers reaches the upstream, and no field of a body leads elsewhere', async () => {
  const { received, url } = await clientBefore((_, reply) => sendJson(reply, { output: [] }))
  const steering = ['api_base', 'base_url', 'baseURL', 'api_key', 'headers', 'extra_headers', 'host', 'proxy', 'url']
  const headers = {
    ...{ authorization: `Bearer ${testKey}`, 'content-type': 'application/json', cookie: 'a=b', 'x-api-key': 'k' },
    ...{ 'openai-organization': 'org', 'x-forwarded-for': '10.0.0.1', via: '1.1 x', 'idempotency-key': 'one' },
  }
  const body = {
    model: 'gen-1',
    input: 'x',
    ...Object.fromEntries(steering.map((name) => [name, 'http://127.0.0.2/v1'])),
  }
  await fetch(`${url}/v1/responses`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(Object.keys(received[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ])
  expect(received[0]?.headers.authorization).toBe(`Bearer ${upstreamKey}`)
})

test(`every text reaches the upstream as it was sent, in JSON and in forms (seed ${seed})`, async () => {
  const { received, url } = await clientBefore((_, reply) => sendJson(reply, { output: [], data: [] }))
  const headers = { authorization: `Bearer ${testKey}` }
  const texts = fc.record({ prompt: fc.string({ unit: 'binary', minLength: 1 }), user: fc.string({ unit: 'binary' }) })
  const property = fc.asyncProperty(texts, async (body) => {
    received.length = 0
    const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    await fetch(`${url}/v1/images/generations`, { ...json, body: JSON.stringify({ model: 'gen-1', ...body }) })
    const form = new FormData()
    for (const [name, text] of Object.entries({ model: 'gen-1', ...body })) form.append(name, text)
    form.append('image', new File(['x'], `${body.user}.png`, { type: 'image/png' }))
    await fetch(`${url}/v1/images/edits`, { method: 'POST', headers, body: form })
    const [asJson, asForm] = received
    expect(JSON.parse(asJson?.body.toString() ?? '')).toEqual({ model: 'gpt-1', ...body })
    const fields = asForm && (await formIn(asForm))
    // Forms have CRLF for every line break, as browsers and clients write them.
    const sent = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')
    expect([fields?.get('prompt'), fields?.get('user')].map((one) => sent(String(one)))).toEqual(
      [body.prompt, body.user].map(sent),
    )
  })
  await fc.assert(property, { seed, numRuns: process.env.SOAK ? 5_000 : 20 })
})
