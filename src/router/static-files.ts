import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { appHeaders, netWorkerPolicy } from './secure-headers.ts'

/** The built app, held in memory. */
export interface StaticFiles {
  /** The file at exactly this path, or undefined: no other spelling of a path reaches a file. */
  find(path: string, acceptEncoding: string): Promise<Response> | undefined
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
}

const compressible = new Set(['html', 'js', 'css', 'json', 'webmanifest', 'svg', 'txt'])

type Encoding = 'br' | 'gzip' | 'identity'

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes) => bytes,
}

/** The best of ours that a client names; weights other than `q=0` make no difference here. */
function encodingFor(acceptEncoding: string): Encoding {
  const refused = /;\s*q=0(\.0*)?$/
  const named = acceptEncoding.split(',').map((part) => part.trim())
  const accepts = (name: Encoding) => named.some((part) => part.split(';')[0]?.trim() === name && !refused.test(part))
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

const policyOf = (path: string) =>
  /^\/assets\/net-worker-[^/]*\.js$/.test(path) ? { 'content-security-policy': netWorkerPolicy } : {}

const cachingOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : path === '/index.html' ? 'no-store' : 'no-cache'

/** Answers one file; every encoding is made once, when it is first asked for. */
function fileAnswers(path: string, bytes: Buffer) {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const isText = compressible.has(extension)
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  const headers = {
    ...appHeaders,
    ...policyOf(path),
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': cachingOf(path),
    ...(isText && { vary: 'Accept-Encoding' }),
  }
  return async (acceptEncoding: string) => {
    const encoding = isText ? encodingFor(acceptEncoding) : 'identity'
    const encoded = made.get(encoding) ?? encoders[encoding](bytes).then((coded) => new Uint8Array(coded))
    made.set(encoding, encoded)
    const body = await encoded
    const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return new Response(body, { headers: { ...headers, ...coding, 'content-length': String(body.length) } })
  }
}

/** Every file below `folder` by its path in a URL. Source maps and what is hidden stay out. */
function filesIn(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  const shown = paths.filter((path) => !/[\\/]\./.test(path))
  return new Map(shown.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path))]))
}

/**
 * Reads the built app once, at start. Requests are looked up in the list made then and never turned into file paths, so no spelling can
 * leave the folder. `documents` are the paths of the app's own pages: all of them are `index.html`.
 */
export function loadStaticFiles(folder: string, documents: readonly string[]): StaticFiles {
  const answers = new Map([...filesIn(folder)].map(([path, bytes]) => [path, fileAnswers(path, bytes)]))
  const index = answers.get('/index.html')
  answers.delete('/index.html')
  for (const path of documents) if (index) answers.set(path, index)
  return { find: (path, acceptEncoding) => answers.get(path)?.(acceptEncoding) }
}
