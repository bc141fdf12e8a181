import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownOf } from '#contract/core/loose-json.ts'
import { appHeaders, mockFramePolicy, netWorkerPolicy } from '../http/headers.ts'

export interface StaticFiles {
  /** The file at exactly this path, or undefined: no other spelling of a path reaches a file. */
  find(path: string, acceptEncoding: string): Response | undefined
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

/** The encodings that the build writes beside a file, best first, with their suffixes. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Whether a client accepts an encoding by name; weights other than `q=0` are ignored. */
function accepts(acceptEncoding: string, encoding: string): boolean {
  const refused = /;\s*q=0(\.0*)?$/
  const named = acceptEncoding.split(',').map((part) => part.trim())
  return named.some((part) => part.split(';')[0]?.trim() === encoding && !refused.test(part))
}

function policyOf(path: string) {
  if (/^\/assets\/net-worker-[^/]*\.js$/.test(path)) return { 'content-security-policy': netWorkerPolicy }
  return path === '/mock-frame.html' ? { 'content-security-policy': mockFramePolicy } : {}
}

function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // The logo is drawn again after the stage, also without a network.
  if (path === '/patchbay.svg') return 'public, max-age=86400'
  return path === '/index.html' ? 'no-store' : 'no-cache'
}

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Serves one file in the best encoding that the client accepts. */
function fileAnswers(path: string, plain: Uint8Array<ArrayBuffer>, files: Files) {
  const encoded = encodings.flatMap(({ name, ending }) => {
    const bytes = files.get(path + ending)
    return bytes ? [{ name, bytes }] : []
  })
  const headers = {
    ...appHeaders,
    ...policyOf(path),
    'content-type': ownOf(types, path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream',
    'cache-control': cachingOf(path),
    ...(encoded.length > 0 && { vary: 'Accept-Encoding' }),
  }
  return (acceptEncoding: string) => {
    const chosen = encoded.find(({ name }) => accepts(acceptEncoding, name))
    const body = chosen?.bytes ?? plain
    const coding = chosen && { 'content-encoding': chosen.name }
    return new Response(body, { headers: { ...headers, ...coding, 'content-length': String(body.length) } })
  }
}

/** Every file below `folder` by its URL path, without source maps and hidden files. */
function filesIn(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.map(\.br|\.gz)?$/.test(entry.name))
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  const shown = paths.filter((path) => !/[\\/]\./.test(path))
  return new Map(shown.map((path) => [path.replaceAll('\\', '/'), new Uint8Array(readFileSync(join(folder, path)))]))
}

/**
 * Reads the built app into memory at start, with its encodings. Requests are looked up by their path and never become file paths, so that no
 * spelling can leave the folder. `documents` are the paths of the app's pages, all served with `index.html`, as is every path below `tree`.
 */
export function loadStaticFiles(folder: string, documents: readonly string[], tree?: string): StaticFiles {
  const files = filesIn(folder)
  const plain = [...files].filter(([path]) => !encodings.some(({ ending }) => path.endsWith(ending)))
  const answers = new Map(plain.map(([path, bytes]) => [path, fileAnswers(path, bytes, files)]))
  const index = answers.get('/index.html')
  answers.delete('/index.html')
  for (const path of documents) if (index) answers.set(path, index)
  const isInTree = (path: string) => tree !== undefined && path.startsWith(`${tree}/`)
  return { find: (path, acceptEncoding) => (isInTree(path) ? index : answers.get(path))?.(acceptEncoding) }
}
