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

const everyBuild = ({ root }: Setting) =>
  ({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'error' }) as const

/** The production build of the router, as in `npm run build`. */
export async function buildRouter(setting: Setting): Promise<void> {
  await build({ ...everyBuild(setting), build: { ssr: 'src/router/main.ts', outDir: routerFolder(setting) } })
}

/** The production build of app and router, by the same two steps as `npm run build`. */
export async function buildApp(setting: Setting): Promise<void> {
  await build({ ...everyBuild(setting), build: { outDir: appFolder(setting) } })
  await buildRouter(setting)
}

/** Starts the built router on a free port, with a data folder of its own. */
export async function serveApp(
  setting: Setting,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'))
  const child = spawn(process.execPath, [join(routerFolder(setting), 'main.js')], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder, LOCAL_SERVERS: 'off', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  // Read to its end: a router whose log nobody reads any more is slow.
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length < 10_000) printed += text
      if (/listens at http:[^\s,]+\s/.test(printed)) resolve()
    })
  })
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
