import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { RouterError } from '../http/router-error.ts'
import { fakeUpstream, formIn, sendJson, upstreamAt, upstreamKey } from '../testing/fake-upstream.ts'
import { callUpstream } from './call-upstream.ts'
import { addressOf, formBody, jsonBody } from './upstream.ts'

const signal = new AbortController().signal
const post = {
  method: 'POST',
  path: '/images/generations',
  body: jsonBody({ prompt: 'é' }),
  signal,
  sending: undefined,
} as const

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function refusal(call: Promise<unknown>): Promise<RouterError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof RouterError)) throw thrown ?? new Error('it did not fail')
  return thrown
}

test('a connection is made before a request is noted as sent, and nothing leaves before or without that', async () => {
  const { upstream, received } = await fakeUpstream((_, reply) => reply.end('{}'))
  const noted: number[] = []
  const sending = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    noted.push(received.length)
  }
  await callUpstream(upstream, { ...post, sending })
  expect([noted, received.length]).toEqual([[0], 1])
  const full = new RouterError(503, 'journal_failed', 'full')
  expect(await refusal(callUpstream(upstream, { ...post, sending: () => Promise.reject(full) }))).toBe(full)
  const gone = callUpstream(upstreamAt('http://127.0.0.1:1/v1'), { ...post, sending })
  expect((await refusal(gone)).facts.stage).toBe('not_sent')
  expect([noted, received.length]).toEqual([[0], 1])
})

test('a request arrives with the key and its length, and the reply comes back byte for byte with what describes it', async () => {
  const bytes = Buffer.from([0, 255, 1, 254])
  const { upstream, received } = await fakeUpstream((_, reply) => {
    reply.writeHead(201, { 'content-type': 'image/png', etag: '"a"', 'set-cookie': 'a=b', server: 'x' }).end(bytes)
  })
  const reply = await callUpstream(upstream, post)
  expect(reply.status).toBe(201)
  expect(Object.fromEntries(reply.headers)).toEqual({ 'content-type': 'image/png', etag: '"a"' })
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
  expect(received).toMatchObject([
    {
      path: '/v1/images/generations',
      headers: { authorization: `Bearer ${upstreamKey}`, 'content-length': '15', 'accept-encoding': 'identity' },
      body: Buffer.from('{"prompt":"é"}'),
    },
  ])
})

test.each([
  [400, { error: { message: 'bad size', param: 'size', code: 'x' } }, 400, 'not_sent', 'no'],
  [401, { error: { message: `wrong key ${upstreamKey}` } }, 502, 'not_sent', 'no'],
  [401, { detail: { status: 'quota_exceeded', message: 'no credits' } }, 402, 'not_sent', 'no'],
  [404, { detail: 'Not Found' }, 404, 'not_sent', 'no'],
  [422, { detail: [{ loc: ['body', 'audio'], msg: 'Field required' }] }, 422, 'not_sent', 'no'],
  [429, { error: { message: 'slow down' } }, 429, 'not_sent', 'safe'],
  [503, { error: 'busy' }, 503, 'not_sent', 'safe'],
  [503, '<html>', 503, 'sent', 'ask'],
  [500, { error: { message: 'boom' } }, 500, 'sent', 'ask'],
  [429, '', 429, 'sent', 'ask'],
  [302, '', 502, 'sent', 'ask'],
] as const)('%i %j is a %i, %s, retry %s', async (status, body, expected, stage, retry) => {
  const { upstream } = await fakeUpstream((_, reply) => {
    if (typeof body === 'string') reply.writeHead(status, { location: 'http://127.0.0.2/' }).end(body)
    else sendJson(reply, body, status, { 'retry-after': '7' })
  })
  const error = await refusal(callUpstream(upstream, post))
  expect(error.status).toBe(expected)
  expect({ stage: 'not_sent', retry: 'no', ...error.facts }).toMatchObject({ stage, retry })
  expect(error.message).not.toContain(upstreamKey)
  expect(error.message).toMatch(/^acme/)
})

test('a refusal names the field and when to try again', async () => {
  const { upstream } = await fakeUpstream((_, reply) =>
    sendJson(reply, { detail: [{ loc: ['body', 'audio'], msg: 'Field required' }] }, 429, { 'retry-after': '7' }),
  )
  const { facts } = await refusal(callUpstream(upstream, post))
  expect(facts).toMatchObject({ param: 'audio', headers: { 'retry-after': '7' } })
})

test('a server that is not there was sent nothing', async () => {
  const { upstream, close } = await fakeUpstream(() => {})
  close()
  const error = await refusal(callUpstream(upstream, post))
  expect(error).toMatchObject({ status: 502, code: 'provider_unreachable', facts: { stage: 'not_sent' } })
  const unnamed = await refusal(callUpstream(upstreamAt('http://host.invalid/v1'), post))
  expect(unnamed).toMatchObject({ code: 'provider_unreachable', facts: { stage: 'not_sent' } })
})

test('a server without TLS behind an https address was sent nothing', async () => {
  const { port } = await fakeUpstream(() => {})
  const error = await refusal(callUpstream(upstreamAt(`https://127.0.0.1:${port}/v1`), post))
  expect(error).toMatchObject({ code: 'provider_unreachable', facts: { stage: 'not_sent' } })
})

test('a connection that breaks before an answer may have been billed', async () => {
  const { upstream } = await fakeUpstream((_, reply) => void reply.destroy())
  const error = await refusal(callUpstream(upstream, post))
  expect(error).toMatchObject({ status: 502, code: 'provider_lost', facts: { stage: 'sent', retry: 'ask' } })
})

test('an upstream that switches protocols, or has a status of its own, has an end too', async () => {
  let head = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const server = createServer((socket) => void socket.once('data', () => socket.write(head))).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const upstream = upstreamAt(`http://127.0.0.1:${portOf(server)}`)
  const switched = await refusal(callUpstream(upstream, post))
  expect(switched).toMatchObject({ status: 502, code: 'provider_lost', facts: { stage: 'sent', retry: 'ask' } })
  head = 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
  expect(await refusal(callUpstream(upstream, post))).toMatchObject({ status: 502, facts: { stage: 'sent' } })
})

test('a reply that is cut short errors after what came of it', async () => {
  const { upstream } = await fakeUpstream((_, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => reply.destroy(), 20)
  })
  const reader = (await callUpstream(upstream, post)).body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('half')
  const broken = { status: 502, code: 'provider_lost', facts: { stage: 'accepted', retry: 'ask' } }
  await expect(reader?.read()).rejects.toMatchObject(broken)
  await expect((await callUpstream(upstream, post)).text()).rejects.toMatchObject(broken)
})

test('a compressed reply is read although none was asked for, and one of many encodings is not', async () => {
  const { upstream } = await fakeUpstream(({ path }, reply) => {
    const encoding = path.endsWith('many') ? 'gzip, gzip' : 'gzip'
    reply.writeHead(200, { 'content-encoding': encoding }).end(gzipSync('words'))
  })
  expect(await (await callUpstream(upstream, post)).text()).toBe('words')
  const error = await refusal(callUpstream(upstream, { ...post, path: '/many' }))
  expect(error).toMatchObject({ status: 502, facts: { stage: 'accepted' } })
})

test.each([
  ['JSON', 'application/json', '[0,0,0,0,0]', 5_000],
  ['a text', 'text/plain', 'words and words', 5_000],
  ['JSON that is said to be bytes', 'application/octet-stream', '{"a":[0,0,0,0]}', 5_000],
  ['events', 'text/event-stream', `data: ${'x'.repeat(200)}\n\n`, 5_000],
  ['events with the line ends of Windows', 'text/event-stream', `data: ${'x'.repeat(200)}\r\n\r\n`, 5_000],
  ['events with other line ends', 'text/event-stream', `data: ${'x'.repeat(200)}\r\r`, 5_000],
  ['one event', 'text/event-stream', 'data: x\n', 1_000],
  ['one line', 'text/event-stream', 'words', 1_000],
  ['one event without a type', '', 'data: x\r\n', 1_000],
  ['bytes', 'audio/mpeg', '{"a":[0,0,0,0]}', undefined],
  ['unknown bytes', 'application/octet-stream', '\0\x01\x02', undefined],
])(
  'an endless reply of %s ends at the cap of its kind, and its reader has more than that',
  async (_, type, piece, most) => {
    const { upstream } = await fakeUpstream(async (_, reply) => {
      reply.writeHead(200, { 'content-type': type })
      for (let sent = 0; sent < 200 && !reply.destroyed; sent += 1) {
        reply.write(piece.repeat(10))
        await new Promise((resolve) => setImmediate(resolve))
      }
      reply.end()
    })
    const reply = await callUpstream(upstream, { ...post, caps: { event: 1_000, answer: 5_000 } })
    let size = 0
    const read = async () => {
      for await (const chunk of reply.body ?? []) size += chunk.length
    }
    if (most === undefined) return expect(read()).resolves.toBeUndefined()
    await expect(read()).rejects.toMatchObject({
      code: 'provider_reply_too_large',
      facts: { stage: 'accepted', retry: 'ask' },
    })
    expect(size).toBeGreaterThan(most)
    expect(size).toBeLessThan(most + 5_000)
  },
)

test.each(['before the head', 'in the body', 'while it uploads'])('an abort %s closes the connection', async (when) => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const stop = new AbortController()
  const body = when === 'while it uploads' ? formBody([['file', new Blob([Buffer.alloc(50_000_000)])]]) : post.body
  const call = callUpstream(upstreamAt(`http://127.0.0.1:${portOf(server)}`), { ...post, body, signal: stop.signal })
  call.catch(() => {})
  const [socket]: Socket[] = await once(server, 'connection')
  await once(socket ?? server, 'data')
  if (when === 'while it uploads') socket?.pause()
  if (when === 'in the body') socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab')
  const reply = when === 'in the body' ? await call : undefined
  stop.abort()
  // A socket notices its end when it is read.
  socket?.on('error', () => {}).resume()
  await once(socket ?? server, 'close')
  await expect(reply ? reply.text() : call).rejects.toThrow()
})

test('an upstream that refuses before the upload has ended is heard', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.end(
        'HTTP/1.1 413 X\r\ncontent-type: application/json\r\ncontent-length: 25\r\n\r\n{"error":"file too large"}',
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const body = formBody([['file', new Blob([Buffer.alloc(5_000_000)])]])
  const error = await refusal(callUpstream(upstreamAt(`http://127.0.0.1:${portOf(server)}`), { ...post, body }))
  expect([413, 502]).toContain(error.status)
})

test.each(['/../admin', '//evil.example/x', '/a/../../b', '/%2e%2e/x', '/\\evil.example', '/a?b=c#d'])(
  'the key goes nowhere else by the path %s',
  (path) => {
    const upstream = upstreamAt('https://api.example/v1')
    let url: URL | undefined
    try {
      url = addressOf(upstream, path as `/${string}`)
    } catch {
      return
    }
    expect(url.host).toBe('api.example')
    expect(url.pathname).toMatch(/^\/v1\//)
    expect(url.search + url.hash).toBe('')
  },
)

test('a form arrives as it was made, its length stated', async () => {
  const { upstream, received } = await fakeUpstream((_, reply) => sendJson(reply, {}))
  const file = new File(['bytes'], 'a "b"\n.wav', { type: 'audio/wav' })
  await callUpstream(upstream, {
    ...post,
    body: formBody([
      ['model', 'm'],
      ['image[]', file],
      ['naïve', 'é\r\n--'],
    ]),
  })
  const [sentForm] = received
  if (!sentForm) throw new Error('nothing arrived')
  const form = await formIn(sentForm)
  expect(sentForm.headers['content-length']).toBe(String(sentForm.body.length))
  expect(form.get('model')).toBe('m')
  expect(form.get('naïve')).toBe('é\r\n--')
  const sent = form.get('image[]')
  expect(sent instanceof File && [sent.name, sent.type, await sent.text()]).toEqual([
    'a "b"\n.wav',
    'audio/wav',
    'bytes',
  ])
})
