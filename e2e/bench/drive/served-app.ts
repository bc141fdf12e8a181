import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Setting } from './setting.ts'

/** The built app, apart from the one that `npm run build` makes. */
export const appFolder = ({ here }: Setting) => join(here, 'dist/app')
const routerFolder = ({ here }: Setting) => join(here, 'dist/router')

/** The production build of app and router, by the same two steps as `npm run build`. */
export async function buildApp(setting: Setting): Promise<void> {
  const { root } = setting
  const every = { configFile: join(root, 'vite.config.ts'), root, logLevel: 'error' } as const
  await build({ ...every, build: { outDir: appFolder(setting) } })
  await build({ ...every, build: { ssr: 'src/router/main.ts', outDir: routerFolder(setting) } })
}

/** Starts the built router on a free port, with a data folder of its own. */
export async function serveApp(setting: Setting): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  const child = spawn(process.execPath, [join(routerFolder(setting), 'main.js')], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    if (/listens at http:[^\s,]+\s/.test(printed)) break
  }
  const [, url = ''] = /listens at (http:[^\s,]+)/.exec(printed) ?? []
  const ended = once(child, 'exit')
  return {
    url,
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
