import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { loadStaticFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-static-'))
const script = 'console.log("hello");\n'.repeat(200)
mkdirSync(join(folder, 'assets'))
mkdirSync(join(folder, '.vite'))
writeFileSync(join(folder, 'index.html'), '<title>app</title>')
writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('<title>app</title>'))
writeFileSync(join(folder, 'assets', 'index-abc.js'), script)
writeFileSync(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets', 'index-abc.js.gz'), gzipSync(script))
writeFileSync(join(folder, 'assets', 'index-abc.js.map'), '{}')
writeFileSync(join(folder, 'assets', 'index-abc.js.map.br'), '{}')
writeFileSync(join(folder, 'assets', 'net-worker-abc.js'), script)
writeFileSync(join(folder, 'assets', 'font.woff2'), 'font')
writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
writeFileSync(join(folder, 'patchbay.svg'), '<svg/>')
const files = loadStaticFiles(folder, ['/', '/chat'])
afterAll(() => rmSync(folder, { recursive: true }))

function get(path: string, accept = ''): Response {
  const reply = files.find(path, accept)
  if (!reply) throw new Error(`no file at ${path}`)
  return reply
}

test('the pages are one document, never cached, under the policy of the app', async () => {
  for (const path of ['/', '/chat']) {
    const { headers } = get(path)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; object-src 'none'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app",
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toContain('microphone=(self)')
  }
})

test('hashed files are cached for good', async () => {
  expect(get('/assets/index-abc.js').headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('the worker that calls foreign routers has a policy of its own', async () => {
  const { headers } = get('/assets/net-worker-abc.js')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src http: https:")
})

test.each([
  '/index.html',
  '/index.html.br',
  '/assets/index-abc.js.map',
  '/assets/index-abc.js.map.br',
  '/assets/index-abc.js.br',
  '/assets/index-abc.js.gz',
  '/.vite/manifest.json',
  '/assets',
  '/assets/',
  '/nothing',
  '/toString',
])('nothing is found at %s', (path) => expect(files.find(path, '')).toBeUndefined())

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0.0, gzip;q=0', null, (bytes: Buffer) => bytes],
  ['br; q=0.5', 'br', brotliDecompressSync],
  ['', null, (bytes: Buffer) => bytes],
])('text for "%s" goes out as %s, with its length', async (accept, coding, decode) => {
  const reply = get('/assets/index-abc.js', accept)
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(reply.headers.get('content-encoding')).toBe(coding)
  expect(reply.headers.get('content-length')).toBe(String(bytes.length))
  expect(reply.headers.get('vary')).toBe('Accept-Encoding')
  expect(decode(bytes).toString()).toBe(script)
})

test.each(['/assets/font.woff2', '/assets/net-worker-abc.js'])(
  '%s has no encoding beside it and goes as it is',
  async (path) => {
    const { headers } = get(path, 'br, gzip')
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
  },
)

test('the documents go encoded, under each of their paths', async () => {
  for (const path of ['/', '/chat']) {
    const reply = get(path, 'br')
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await reply.arrayBuffer())).toString()).toBe('<title>app</title>')
  }
})
