import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, build, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { createPool, forked } from './src/sandbox/process-pool.ts'
import type { Sample, SampledRequest } from './src/sandbox/samples.ts'
import './src/testing/seed.ts'
import { standIns } from './src/demo/stand-ins.ts'
import { staticDemo } from './src/demo/static-build.ts'

/** Puts the router into the development server, on the same origin; an edit of the router counts from the next request on. */
const router: Plugin = {
  name: 'router',
  apply: 'serve',
  configureServer({ middlewares, ssrLoadModule, httpServer }) {
    // Node leaves out every header behind the first thousand, the ones that the router's guard looks for too.
    if (httpServer && 'maxHeadersCount' in httpServer) httpServer.maxHeadersCount = 0
    middlewares.use((request, response, next) => {
      if (
        !/^\/(v1|ops|jobs|sandbox|healthz|metrics|docs|openapi\.json|config\.schema\.json|playground\.json)([/?]|$)/.test(
          request.url ?? '',
        )
      )
        return next()
      ssrLoadModule('/src/router/dev.ts')
        .then(({ listener }) => listener(request, response))
        .catch(next)
    })
  },
}

/** Bundles a module by itself for a process of its own: Node cannot read TypeScript. Gives the file's path and what it is made of. */
async function bundledAlone(entry: string): Promise<{ readonly file: string; readonly sources: readonly string[] }> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, write: false, target: 'es2023' },
  })
  const [chunk, ...others] = Array.isArray(made) || !('output' in made) ? [] : made.output
  if (chunk?.type !== 'chunk' || others.length > 0) throw new TypeError(`${entry} does not become one file`)
  const folder = resolve('node_modules/.cache/bundles')
  const file = join(folder, `${chunk.name}-${createHash('sha256').update(chunk.code).digest('hex').slice(0, 16)}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, chunk.code)
  return { file, sources: chunk.moduleIds }
}

/** `import { bundle } from './painter-process.ts?bundle'` gives the address of that module's own bundle, for `fork`. */
const bundles = (isBuild: boolean): Plugin => ({
  name: 'bundles',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('?bundle')) return
    const entry = id.slice(0, -'?bundle'.length)
    if (isBuild) {
      const chunk = this.emitFile({ type: 'chunk', id: entry })
      return `export const bundle = new URL(import.meta.ROLLUP_FILE_URL_${chunk})`
    }
    const { file, sources } = await bundledAlone(entry)
    for (const source of sources) this.addWatchFile(source)
    return `export const bundle = new URL(${JSON.stringify(pathToFileURL(file).href)})`
  },
  resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`,
})

/**
 * `import { samples } from './sampled-examples.ts?samples'`: what the sandbox gives for the requests that the module exports as `sampled`, as
 * addresses of files. They are kept from build to build, until the engine or a request is another. Unit tests get none, since they would wait.
 */
const samples: Plugin = {
  name: 'samples',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('?samples')) return
    if (process.env.VITEST) return 'export const samples = new Map()'
    const asked = await bundledAlone(id.slice(0, -'?samples'.length))
    const engine = await bundledAlone(fileURLToPath(new URL('./src/sandbox/sample-process.ts', import.meta.url)))
    const { file: speaker } = await bundledAlone('src/sandbox/sound/speaker-process.ts')
    for (const source of [...asked.sources, ...engine.sources]) this.addWatchFile(source)
    const { sampled }: { sampled: Map<string, SampledRequest> } = await import(pathToFileURL(asked.file).href)
    const make = createPool<SampledRequest, Sample>({ open: forked(engine.file), most: 1, crashed: 'no samples' })
    const folder = resolve('node_modules/.cache/samples')
    mkdirSync(folder, { recursive: true })
    const sampleIn = async (request: SampledRequest) => {
      const name = join(
        folder,
        createHash('sha256')
          .update(`${engine.file}${speaker}${JSON.stringify(request)}`)
          .digest('hex')
          .slice(0, 16),
      )
      if (!existsSync(`${name}.json`)) {
        const { files, type, ...more } = await make({ ...request, speaker }, new AbortController().signal)
        const paths = files.map((_, at) => `${name}-${at}.${type}`)
        for (const [at, bytes] of files.entries()) writeFileSync(paths[at] ?? '', bytes)
        writeFileSync(`${name}.json`, JSON.stringify({ paths, ...more }))
      }
      return JSON.parse(readFileSync(`${name}.json`, 'utf8'))
    }
    const made = await Promise.all([...sampled].map(async ([key, request]) => ({ key, ...(await sampleIn(request)) })))
    const paths: readonly string[] = made.flatMap((sample) => sample.paths)
    const imports = paths.map((path, at) => `import file${at} from ${JSON.stringify(`${path}?url`)}`)
    const entries = made.map(({ key, paths: own, ...more }) => {
      const files = own.map((path: string) => `file${paths.indexOf(path)}`)
      return `[${JSON.stringify(key)}, { files: [${files}], ...${JSON.stringify(more)} }]`
    })
    return `${imports.join('\n')}\nexport const samples = new Map([${entries}])`
  },
}

/** Writes the built app's texts once more in brotli and gzip, each at its best; the router hands out what it finds beside a file. */
const encodings: Plugin = {
  name: 'encodings',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle({ dir = '' }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(html|js|css|json|webmanifest|svg|txt)$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      const bytes = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(bytes))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** What the first page loads, in a few large files: they pack better than many small ones, and libraries stay cached when the app changes. */
const firstLoad: BuildEnvironmentOptions['rolldownOptions'] = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'libraries', test: /node_modules[\\/](?!lucide-react)/, tags: ['$initial'] },
        { name: 'editor', test: /node_modules[\\/](@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)[\\/]/ },
        // Else what the first page shares with a panel loaded later would become a small file of its own.
        { name: 'app', test: /src[\\/](app|contract)[\\/]/, tags: ['$initial'] },
      ],
    },
  },
}

/** What Node runs: the router, and the command, which holds it as well. */
const programs: BuildEnvironmentOptions['rolldownOptions'] = {
  input: { main: 'src/router/main.ts', patchbay: 'src/cli/main.ts' },
}

/** What the static demo has in place of modules that need Node or a server. */
const inPage = [
  ...[...standIns].map(([module, standIn]) => ({ find: `#${module}`, replacement: resolve('src', standIn) })),
  { find: /^.*\/net-worker\.ts(?=\?worker)/, replacement: resolve('src/demo/demo-worker.ts') },
  // Its main file is for Node.
  { find: /^h264-mp4-encoder$/, replacement: resolve('src/demo/browser-h264.ts') },
]

/** wouter brings a copy of this hook for versions of React before 18. */
const ownHook = { find: /^use-sync-external-store\/shim\/index\.js$/, replacement: 'react' }

/** `vite build --mode static -- collection.bundle`: the app for any file host, with the sandbox in the page (`src/demo`). */
const forFileHosts = () => {
  const rest = process.argv.indexOf('--')
  return {
    plugins: [react(), tailwindcss(), samples, staticDemo(rest < 0 ? undefined : process.argv[rest + 1])],
    base: './',
    worker: { format: 'es' as const },
  }
}

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss(), router, encodings, bundles(command === 'build'), samples],
  ...(mode === 'static' && forFileHosts()),
  resolve: { alias: [ownHook, ...(mode === 'static' ? inPage : [])] },
  // The dependency scan would follow the bench too, whose packages are not installed.
  optimizeDeps: { entries: ['index.html'] },
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 8787), strictPort: true },
  build: {
    outDir: mode === 'static' ? 'dist/static' : 'dist/app',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2023',
    // What Tailwind asks for anyway: colours are written once, not once more for browsers that it does not run in.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // The names of what each later part needs would be 1.8 kB of the first load; `loadWhenIdle` fetches the parts before they are needed.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? programs : firstLoad,
    assetsInlineLimit: 0,
    license: !isSsrBuild,
  },
  test: {
    pool: 'threads',
    // Starting a worker and importing its modules again for each file takes longer than the tests; `after-file.ts` undoes what files leave.
    isolate: false,
    maxWorkers: '100%',
    setupFiles: 'src/testing/after-file.ts',
    // A busy machine is no failure: only what hangs is ended.
    testTimeout: process.env.SOAK ? 600_000 : 30_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.test.tsx'] } },
    ],
  },
}))
