import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), router],
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 8787), strictPort: true },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2023',
    modulePreload: { polyfill: false },
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
