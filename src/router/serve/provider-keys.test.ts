import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { secretForms } from '#media/key-mask.ts'
import { createHttpServer, listen, requestListener } from '../http/http-server.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { fakeUpstream, type Received, sendJson } from '../testing/fake-upstream.ts'
import { assemble } from './assemble.ts'
import { readConfig } from './config/read-config.ts'
import { openDataFolder } from './data-folder.ts'
import type { Settings } from './settings.ts'

/** Each way to write it is another, and it has the shape of no known key. */
const canary = 'canary/7f3a9b52+e1d84c06-of-ours'
const forms = secretForms([canary])

/** What the upstream sends, by the name of the model: its request's headers are in all of it. */
const echoes: Record<string, (reply: ServerResponse, echo: Record<string, unknown>, words: string) => void> = {
  'echo-400': (reply, _, words) =>
    sendJson(reply, { error: { message: words, code: words, type: words, param: words } }, 400),
  'echo-401': (reply, _, words) => sendJson(reply, { error: { message: words, code: words } }, 401),
  'echo-429': (reply, echo, words) => sendJson(reply, { error: words, ...echo }, 429, { 'retry-after': words }),
  'echo-500': (reply, _, words) => reply.writeHead(500, { 'content-type': 'text/html' }).end(`<html>${words}</html>`),
  'echo-503': (reply, echo) => sendJson(reply, { detail: echo }, 503),
  'echo-headers': (reply, _, words) =>
    sendJson(reply, { output: [] }, 200, {
      etag: words,
      'set-cookie': words,
      'x-key': words,
      'content-language': words,
    }),
  'echo-200': (reply, echo, words) =>
    sendJson(reply, { error: { message: words, code: words, param: words }, ...echo }),
  'echo-text': (reply, echo) =>
    sendJson(reply, { output: [{ type: 'message', content: [{ type: 'output_text', text: echo }] }] }),
  'echo-gzip': (reply, echo) =>
    reply
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(JSON.stringify(echo))),
  // Each form in JSON once more, and as a client of ours might write it.
  'echo-escaped': (reply, _, words) =>
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ output: [words] }).replace(/[+/-]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)),
  'echo-audio': (reply, _, words) => reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(`ID3\0${words}`),
  'echo-zip': (reply, _, words) => reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(words),
  'echo-deltas'(reply) {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const delta of forms.flatMap((form) => form.match(/.{1,5}/g) ?? []))
      reply.write(`data: ${JSON.stringify({ type: 'response.output_text.delta', delta })}\n\n`)
    reply.end('data: {"type":"response.completed"}\n\n')
  },
  async 'echo-stream'(reply, _, words) {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    const error = { type: 'error', error: { message: words, code: words } }
    const text = `data: {"type":"response.created"}\n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`
    // Each cut is in another place of the key.
    for (let at = 0; at < text.length; at += 7) {
      reply.write(text.slice(at, at + 7))
      await new Promise((resolve) => setImmediate(resolve))
    }
    reply.end()
  },
}

function hostile({ path, headers, body }: Received, reply: ServerResponse) {
  const words = forms.join(' ')
  const echo = { headers, words, [words]: 1 }
  if (path === '/v1/models')
    return sendJson(reply, {
      data: Object.keys(echoes).map((id) => ({
        id,
        name: words,
        capabilities: ['responses', 'videos.create'],
        ...echo,
      })),
    })
  if (path.startsWith('/v1/videos'))
    return sendJson(reply, { id: `video ${headers.authorization}`, status: 'queued', ...echo })
  const { model } = JSON.parse(body.toString())
  echoes[model]?.(reply, echo, words)
}

/** A router as `npm start` makes it, with the canary as OpenAI's key. */
async function start() {
  const upstream = await fakeUpstream(hostile)
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'patchbay-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const settings: Settings = {
    port,
    host: '127.0.0.1',
    allowedOrigins: [],
    unsafeOrigins: [],
    dataDir,
    logFormat: 'json',
    localServers: 'off',
    drainMs: 0,
  }
  const variables = { OPENAI_API_KEY: canary, OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1` }
  const result = readConfig(variables, settings, dataDir)
  if (result.status === 'bad') throw new Error(result.problems.join('\n'))
  const printed: string[] = []
  const folder = openDataFolder(dataDir, undefined, systemClock)
  const { router, lines, log } = await assemble(settings, {
    port,
    folder,
    print: (line) => printed.push(line),
    config: result.config,
  })
  printed.push(...(await lines))
  server.on('request', requestListener(router))
  async function ask(path: string, init: RequestInit = {}): Promise<string> {
    const headers = {
      authorization: `Bearer ${folder.key}`,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...Object(init.headers),
    }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
    const body = await reply.text().catch((thrown: unknown) => `broken: ${thrown}`)
    return [reply.status, JSON.stringify([...reply.headers]), body].join('\n')
  }
  return { ask, printed, log, dataDir }
}

test('the key of a provider that repeats it everywhere is in no reply, header, page, job’s id, log line or file', async () => {
  const { ask, printed, log, dataDir } = await start()
  const said: Record<string, string> = { models: await ask('/v1/models') }
  for (const model of Object.keys(echoes)) {
    const body = JSON.stringify({ model, input: 'x', stream: /stream|deltas/.test(model) })
    said[model] = await ask('/v1/responses', {
      method: 'POST',
      body,
      headers: { 'idempotency-key': `op-${model}-1234567890` },
    })
  }
  const body = JSON.stringify({ model: 'echo-200', prompt: 'x' })
  said.video = await ask('/v1/videos', { method: 'POST', body })
  const { id } = JSON.parse(said.video.split('\n')[2] ?? '')
  said.status = await ask(`/v1/videos/${id}`)
  for (const path of [
    '/metrics',
    '/healthz',
    '/healthz/ready',
    '/openapi.json',
    '/docs',
    '/playground.json',
    '/sandbox/meter',
  ])
    said[path] = await ask(path)
  for (const form of forms) log(`error ${form}`, { form })
  said.log = printed.join('\n')
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) said[file.name] = readFileSync(join(file.parentPath, file.name), 'latin1')
  expect(said.models).toContain('echo-stream')
  expect(said['echo-401']).toContain('provider_key_rejected')
  expect(said.status).toContain('queued')
  expect(said['echo-stream']).toContain('event: error')
  expect(said['echo-text']).toContain('Bearer ****')
  expect(said['echo-deltas']).toContain('response.completed')
  expect(said['echo-audio']).toContain('ID3')
  const leaks = Object.entries(said).flatMap(([place, text]) => {
    const deltas = Array.from(text.matchAll(/"delta":"([^"]*)"/g), ([, delta]) => delta).join('')
    const plain = text.replace(/\\+u00(..)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    const found = (form: string) => [text, deltas, plain].some((one) => one.includes(form))
    return forms.filter(found).map((form) => `${place}: ${form}`)
  })
  expect(leaks).toEqual([])
})
