import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Puts the router into the development server, on the same origin; an edit of the router counts from the next request on. */
const router: Plugin = {
  name: 'router',
  apply: 'serve',
  configureServer({ middlewares, ssrLoadModule }) {
    middlewares.use((request, response, next) => {
      if (!/^\/(v1|ops|jobs|sandbox|healthz|playground\.json)([/?]|$)/.test(request.url ?? '')) return next()
      ssrLoadModule('/src/router/dev.ts')
        .then(({ listener }) => listener(request, response))
        .catch(next)
    })
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
        { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, tags: ['$initial'], priority: 1 },
        { name: 'libraries', test: /node_modules[\\/](?!lucide-react)/, tags: ['$initial'] },
        { name: 'text', test: /app[\\/]view[\\/]text[\\/]/, tags: ['$initial'] },
        // Else what the first page shares with a panel loaded later would become a small file of its own.
        { name: 'app', test: /src[\\/](app|contract)[\\/]/, tags: ['$initial'] },
      ],
    },
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), router, encodings],
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 8787), strictPort: true },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : firstLoad,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    license: !isSsrBuild,
  },
  test: {
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.test.tsx'] } },
    ],
  },
}))
