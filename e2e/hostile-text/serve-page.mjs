import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const page = fileURLToPath(new URL('./page', import.meta.url))
const config = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

/** @type {Record<string, string>} */
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the page that holds nothing but the renderer, built as the app is; `folder` is the caller's to remove. */
async function buildPage() {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-hostile-'))
  await build({
    configFile: config,
    root: page,
    base: './',
    logLevel: 'error',
    build: { outDir: folder, license: false, reportCompressedSize: false },
  })
  return folder
}

/**
 * Serves the page below `/guarded/`, with `headers` on every file, and below `/bare/`, without a policy.
 * @param {Readonly<Record<string, string>>} [headers]
 */
export async function servePage(headers = {}) {
  const folder = await buildPage()
  /** @type {Map<string, string>} */
  const documents = new Map()
  /** @type {string[]} */
  const strays = []
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname
    const [, policy = '', name = ''] = /^\/(guarded|bare)\/(.*)$/.exec(path) ?? []
    const body = documents.get(path) ?? fileIn(folder, name || 'index.html')
    if (body === undefined || policy === '') {
      strays.push(`${request.method} ${request.url}`)
      return void reply.writeHead(404).end()
    }
    const type = types[extname(name)] ?? (name === '' || documents.has(path) ? types['.html'] : undefined)
    reply.writeHead(200, { 'content-type': type ?? 'application/octet-stream', ...(policy === 'guarded' && headers) })
    reply.end(body)
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** Requests for what is not part of the page. */
    strays,
    /**
     * Another document, under the address that it returns.
     * @param {'guarded' | 'bare'} policy
     * @param {string} html
     */
    publish(policy, html) {
      const path = `/${policy}/document-${documents.size}`
      documents.set(path, html)
      return url + path
    },
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function fileIn(folder, name) {
  if (!/^(index\.html|assets\/[\w.-]+)$/.test(name)) return undefined
  try {
    return readFileSync(join(folder, name))
  } catch {
    return undefined
  }
}
