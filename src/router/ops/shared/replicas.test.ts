import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { seed } from '../../../testing/seed.ts'
import { listen } from '../../http/http-server.ts'
import { has } from '../../testing/programs.ts'
import { freePort, hasRedis, startRedis } from '../../testing/redis-server.ts'
import { testKey } from '../../testing/test-router.ts'

const canRun = hasRedis && has('nginx', true, '-v')
if (!canRun) console.log('nginx or redis-server is not installed: replicas behind a proxy are not tried.')

const [rounds, jobs] = process.env.SOAK ? [30, 60] : [1, 30]

/** From 0 up to 1, told beforehand by the seed. */
let state = seed
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

/** How often the provider was asked for each operation. */
const asked = new Map<string, number>()
const upstream = createServer(async (request, reply) => {
  if (request.method === 'GET')
    return reply.end(JSON.stringify({ id: request.url?.split('/').at(-1), status: 'completed' }))
  const { input } = z.parse(z.object({ input: z.string() }), JSON.parse(await text(request)))
  asked.set(input, (asked.get(input) ?? 0) + 1)
  if (request.url === '/jobs') return reply.end(JSON.stringify({ id: input, status: 'queued' }))
  await pause(random() * 100)
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let left = random() * 20; left > 0 && !reply.destroyed; left -= 1) {
    reply.write(`data: ${JSON.stringify({ of: input, left })}\n\n`)
    await pause(random() * 40)
  }
  return reply.end('data: over\n\n')
})

const configuration = (folder: string, port: number, replicas: readonly number[]) => `
daemon off; pid ${folder}/pid; error_log /dev/null; worker_processes 1;
events {}
http {
  access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  upstream patchbay { ${replicas.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://patchbay; proxy_http_version 1.1; proxy_set_header Host $http_host; }
  }
}`

let folder: string
let url: string
let redis: Awaited<ReturnType<typeof startRedis>>
let nginx: ChildProcess
/** By their ports. */
const replicas = new Map<number, ChildProcess>()
let started = 0

async function startReplica(): Promise<number> {
  started += 1
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, `data-${started}`),
    UPSTREAM: `http://127.0.0.1:${portOf(upstream.address())}`,
    REDIS_URL: redis.url,
    PUBLIC_URL: url,
  }
  const child = spawn(process.execPath, [join(folder, 'built/killed-router.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const { port } = z.parse(z.object({ port: z.number() }), JSON.parse(String(line)))
  replicas.set(port, child)
  return port
}

const portOf = (address: unknown) => z.parse(z.object({ port: z.number() }), address).port

async function balance(port: number): Promise<void> {
  writeFileSync(join(folder, 'conf'), configuration(folder, port, [...replicas.keys()]))
  if (nginx) nginx.kill('SIGHUP')
  else nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'conf')], { stdio: 'ignore' })
  await vi.waitFor(() => fetch(`${url}/healthz`), 10_000)
}

beforeAll(async () => {
  if (!canRun) return
  folder = mkdtempSync(join(tmpdir(), 'pb-replicas-'))
  await listen(upstream, 0, '127.0.0.1')
  redis = await startRedis()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const entry = fileURLToPath(new URL('../../testing/killed-router.ts', import.meta.url))
  const out = { ssr: entry, outDir: join(folder, 'built') }
  await build({ configFile: false, logLevel: 'error', publicDir: false, build: out, ssr: { noExternal: true } })
  for (let at = 0; at < 3; at += 1) await startReplica()
  await balance(port)
}, 60_000)

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

afterAll(async () => {
  if (!canRun) return
  await end(nginx, 'SIGTERM')
  for (const child of replicas.values()) await end(child, 'SIGKILL')
  upstream.closeAllConnections()
  upstream.close()
  await redis.end()
  rmSync(folder, { recursive: true, force: true })
})

const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }

const send = (id: string) =>
  fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': id },
    body: JSON.stringify({ model: 'test-model', input: id, stream: true }),
  })

/** Sends a request again until a replica has answered it, as a person who presses again; gives what the last answer was. */
async function insist(id: string): Promise<string> {
  for (;;) {
    try {
      const reply = await send(id)
      const body = await reply.text()
      // Node's `fetch` takes a reply with `connection: close`, which nginx sends while it reloads, for whole wherever it breaks off.
      const canBeTrusted = reply.headers.get('connection') !== 'close'
      if (reply.status === 200 && canBeTrusted && body.endsWith('data: over\n\n')) return 'whole'
      if (reply.status === 409)
        return z.parse(z.object({ error: z.object({ code: z.string() }) }), JSON.parse(body)).error.code
      expect([200, 502, 503], body).toContain(reply.status)
    } catch {
      // The replica is gone, or the stream broke off.
    }
    await pause(50)
  }
}

const Told = z.object({ status: z.enum(['running', 'done', 'unknown']) })

test.skipIf(!canRun)(
  `three replicas behind nginx lose no request and double none while one is killed and Redis restarts (SEED=${seed})`,
  async () => {
    const counts: Record<string, number> = {}
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: jobs }, (_, at) => `${round}-${at}`)
      // A third of the clients send twice at once.
      const sent = ids.map((id, at) => Promise.all([insist(id), ...(at % 3 === 0 ? [insist(id)] : [])]))
      await pause(100 + random() * 500)
      const [port, victim] = [...replicas][Math.floor(random() * replicas.size)] ?? []
      await end(victim, 'SIGKILL')
      replicas.delete(port ?? 0)
      await pause(random() * 300)
      await redis.kill()
      await pause(random() * 300)
      await redis.start()
      const ends = await Promise.all(sent)
      for (const [at, id] of ids.entries()) {
        const told = z.parse(Told, await (await fetch(`${url}/ops/${id}`, { headers })).json())
        // What reached a client whole is known to every replica, whichever was killed.
        expect(told.status, id).toBe(ends[at]?.includes('whole') ? 'done' : 'unknown')
        for (const end of ends[at] ?? []) expect(end, id).toMatch(/whole|outcome_unknown/)
        if (told.status === 'unknown' && !asked.has(id)) counts.doubted = (counts.doubted ?? 0) + 1
        const again = await send(id)
        expect(again.status, id).toBe(told.status === 'done' ? 200 : 409)
        await again.body?.cancel()
        counts[told.status] = (counts[told.status] ?? 0) + 1
      }
      await startReplica()
      await balance(Number(new URL(url).port))
    }
    expect(Math.max(...asked.values())).toBe(1)
    console.log(
      `${rounds * jobs} operations: ${JSON.stringify(counts)}, ${asked.size} known to the provider, once each`,
    )
  },
  60_000 + rounds * 30_000,
)

test.skipIf(!canRun)('a job that one replica created is read by the others', async () => {
  const body = JSON.stringify({ model: 'test-video', prompt: 'a boat' })
  const ports = [...replicas.keys()]
  const [first = 0] = ports
  const created = await fetch(`http://127.0.0.1:${first}/v1/videos`, { method: 'POST', headers, body })
  const { id } = z.parse(z.object({ id: z.string() }), await created.json())
  for (const port of ports) {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/videos/${id}`, { headers })
    expect(await reply.json()).toMatchObject({ id, status: 'completed' })
  }
})
