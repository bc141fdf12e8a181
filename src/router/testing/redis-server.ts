import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen } from '../http/http-server.ts'
import { has } from './programs.ts'

/** Whether the tests that need a Redis can run; else a line says that they do not. */
export const hasRedis = has('redis-server', true)
if (!hasRedis) console.log('redis-server is not installed: what replicas share is not tried.')

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, 0, '127.0.0.1')
  server.close()
  return port
}

/** A Redis of its own that writes each command to its disk before it answers. */
export async function startRedis(...more: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-redis-'))
  const port = await freePort()
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always']
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable, ...more]
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    server = child
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += text
      if (said.includes('Ready to accept connections')) break
    }
    child.stdout.resume()
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    /** Stops it answering, and lets it go on. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => void server?.kill(name),
    async end() {
      server?.kill('SIGCONT')
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}
