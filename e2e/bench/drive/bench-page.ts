import { join } from 'node:path'
import { build, preview } from 'vite'
import type { Setting } from './setting.ts'

const outDirOf = ({ here }: Setting) => join(here, 'dist/page')

/** The page that is measured, built as the app is built. */
export async function buildPage(setting: Setting): Promise<void> {
  await build({
    configFile: join(setting.root, 'vite.config.ts'),
    root: join(setting.here, 'page'),
    logLevel: 'error',
    // The app's own components stand beside the peers': both must get the same copy.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: { outDir: outDirOf(setting), emptyOutDir: true, license: false, chunkSizeWarningLimit: 10_000 },
  })
}

export async function servePage(
  setting: Setting,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = await preview({
    configFile: false,
    root: setting.here,
    logLevel: 'error',
    build: { outDir: outDirOf(setting) },
    preview: { host: '127.0.0.1', port: 0, strictPort: false, headers },
  })
  const [url] = server.resolvedUrls?.local ?? []
  if (!url) throw new Error('the page is not served')
  return { url, close: () => server.close() }
}
