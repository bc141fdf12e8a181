import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { has } from '../testing/programs.ts'
import { testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'

const hasNginx = has('nginx', true, '-v')
if (!hasNginx) console.log('nginx is not installed: streams behind it are not tried.')

/** Lets the provider send its next event; a proxy that gathers them waits for ever. */
let next = () => {}
const provider = testProvider(async () => {
  const encoder = new TextEncoder()
  let at = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at === 3) return controller.close()
        if (at > 0) await new Promise<void>((resolve) => (next = resolve))
        at += 1
        controller.enqueue(encoder.encode(`data: {"type":"text","text":"event ${at}"}\n\n`))
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
})

const configuration = (folder: string, port: number) => `
daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1;
events {}
http {
  access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen unix:${folder}/plain; location / { proxy_pass http://127.0.0.1:${port}; } }
  server {
    listen unix:${folder}/packed; gzip on; gzip_types *; gzip_proxied any; gzip_min_length 0;
    location / { proxy_pass http://127.0.0.1:${port}; }
  }
  server { listen unix:${folder}/no-port; location / { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $host; } }
}`

let folder: string
let nginx: ChildProcess
let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  if (!hasNginx) return
  // The path of a socket has at most a hundred characters.
  folder = mkdtempSync(join(tmpdir(), 'pb-nginx-'))
  router = await startTestRouter({ providers: [provider], handsOutKey: true })
  writeFileSync(join(folder, 'conf'), configuration(folder, router.port))
  nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'conf')], { stdio: 'ignore' })
  // It listens a moment after it was started.
  await vi.waitFor(() => ask('plain', 'GET', '/healthz'), 10_000)
}, 20_000)
afterAll(async () => {
  if (!hasNginx) return
  const gone = once(nginx, 'exit')
  nginx.kill('SIGTERM')
  await gone
  await router.close()
  rmSync(folder, { recursive: true })
})

async function ask(server: string, method: string, path: string, body = '', fields = {}): Promise<IncomingMessage> {
  const headers = {
    host: '127.0.0.1',
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
    ...fields,
  }
  const asked = request({ socketPath: join(folder, server), method, path, headers }).end(body)
  const [reply] = await once(asked, 'response')
  return reply
}

test.skipIf(!hasNginx).each([
  ['plain', ''],
  ['packed', 'gzip'],
])('every event of a stream comes through a %s nginx as soon as it is sent', async (server, coding) => {
  const asked = JSON.stringify({ model: 'test-model', input: 'a', stream: true })
  const reply = await ask(server, 'POST', '/v1/responses', asked, { 'accept-encoding': coding })
  expect(reply.headers['content-encoding'] ?? '').toBe(coding)
  expect(reply.headers['cache-control']).toBe('no-store, no-transform')
  const events = coding === '' ? reply : reply.pipe(createGunzip())
  let text = ''
  for await (const piece of events) {
    text += piece
    next()
  }
  expect(text.match(/event \d/g)).toEqual(['event 1', 'event 2', 'event 3'])
})

test.skipIf(!hasNginx)('a Host without its port is refused with a word about nginx', async () => {
  const reply = await ask('no-port', 'GET', '/v1/models')
  const text = (await reply.toArray()).join('')
  expect([reply.statusCode, text]).toEqual([421, expect.stringContaining('The port is missing: nginx drops it')])
})
