import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** A running router that forwards `test-model` to an upstream, in a process of its own. */
export interface ForwardingRouter {
  readonly port: number
  /** Bytes of memory that its process holds (Linux). */
  memory(): number
  /** The files that it has written and not removed. */
  filesLeft(): readonly string[]
  end(): void
}

/** Builds and starts `forwarding-router.ts`. */
export async function startForwarding(upstream: string): Promise<ForwardingRouter> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-forwarding-'))
  const entry = fileURLToPath(new URL('./forwarding-router.ts', import.meta.url))
  const options = { configFile: false, logLevel: 'error', publicDir: false, ssr: { noExternal: true } } as const
  await build({ ...options, build: { ssr: entry, outDir: join(folder, 'built') } })
  const files = mkdtempSync(join(folder, 'files-'))
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'built/forwarding-router.js')], {
    env: { PATH: process.env.PATH, UPSTREAM: upstream, TMPDIR: files },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  return {
    port: Number(line),
    memory() {
      const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Number(kB) * 1024
    },
    filesLeft: () => readdirSync(files, { recursive: true, encoding: 'utf8' }),
    end() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
