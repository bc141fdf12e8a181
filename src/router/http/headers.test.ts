import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { loadStaticFiles } from '../serve/static-files.ts'
import { rawRequest, requestText } from '../testing/raw-request.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { apiHeaders, appHeaders, mockFramePolicy, netWorkerPolicy } from './headers.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-headers-'))
mkdirSync(join(folder, 'assets'))
for (const [name, text] of Object.entries({
  'index.html': '<title>app</title>',
  'patchbay.svg': '<svg/>',
  'assets/index-abc.js': 'hello()',
  'assets/index-abc.css': 'p {}',
  'assets/net-worker-abc.js': 'hello()',
  'assets/font-abc.woff2': 'font',
})) {
  writeFileSync(join(folder, name), text)
  if (!name.endsWith('.woff2')) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
}

const provider = testProvider(async ({ body }) =>
  Object(body).stream === true ? testEvents(['a', 'b']) : Response.json({ object: 'response', id: 'resp_1' }),
)

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  const files = loadStaticFiles(folder, ['/', '/chat'])
  const meter = () => ({ accepted: 0 })
  router = await startTestRouter({ providers: [provider], files, meter, handsOutKey: true })
})
afterAll(async () => {
  await router.close()
  rmSync(folder, { recursive: true })
})

type Fields = Readonly<Record<string, string>>

/** Every header of an answer as it stands on the wire, but for those that only speak of the connection. */
async function ask(method: string, path: string, { fields = {}, body = '' }: { fields?: Fields; body?: string } = {}) {
  const given = { host: `127.0.0.1:${router.port}`, authorization: `Bearer ${testKey}`, ...fields }
  const { status, head } = await rawRequest(router.port, requestText(method, path, given, body))
  const lines = head.split('\r\n').slice(1)
  const all = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const { date: _, connection: __, ...headers } = Object.fromEntries(all)
  expect(all.length, 'no header comes twice').toBe(new Set(all.map(([name]) => name)).size)
  return { status, headers }
}

const digits = expect.stringMatching(/^\d+$/)
const api = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^req_[\w-]{36}$/),
}
const json = { ...api, 'content-type': 'application/json', 'content-length': digits }
const nobody = { 'x-router-attempts': 'none', 'x-router-model': 'none', 'x-router-provider': 'none' }
const served = {
  'x-router-attempts': expect.stringMatching(/^test;status=200;ms=\d+$/),
  'x-router-model': 'test-model',
  'x-router-provider': 'test',
}
const stream = {
  'content-type': 'text/event-stream',
  'transfer-encoding': 'chunked',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}
const models = { ...nobody, 'x-router': 'patchbay' }
const app = {
  'content-length': digits,
  'content-security-policy': appHeaders['content-security-policy'],
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), clipboard-read=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
}
const text = { ...app, vary: 'Accept-Encoding' }
const page = { ...text, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' }
const script = { ...text, ...forEver, 'content-type': 'text/javascript; charset=utf-8' }

const op = '/ops/123e4567-e89b-42d3-a456-426614174000'
const asJson = { 'content-type': 'application/json' }
const packed = { fields: { 'accept-encoding': 'gzip, br' } }
const asking = (request: object) => ({ fields: asJson, body: JSON.stringify({ model: 'test-model', ...request }) })

type Case = readonly [request: string, status: number, headers: object, more?: { fields?: Fields; body?: string }]

const cases: readonly Case[] = [
  ['GET /', 200, page],
  ['GET /chat', 200, { ...page, 'content-encoding': 'br' }, packed],
  ['HEAD /chat', 200, page],
  ['OPTIONS /chat', 204, api],
  ['POST /chat', 405, { ...json, allow: 'GET, HEAD' }],
  ['GET /assets/index-abc.js', 200, script],
  ['GET /assets/index-abc.js', 200, { ...script, 'content-encoding': 'br' }, packed],
  ['HEAD /assets/index-abc.js', 200, script],
  ['GET /assets/index-abc.css', 200, { ...text, ...forEver, 'content-type': 'text/css; charset=utf-8' }],
  ['GET /assets/net-worker-abc.js', 200, { ...script, 'content-security-policy': netWorkerPolicy }],
  ['GET /assets/font-abc.woff2', 200, { ...app, ...forEver, 'content-type': 'font/woff2' }, packed],
  ['GET /patchbay.svg', 200, { ...text, 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }],
  ['GET /assets/index-gone.js', 404, json],
  ['GET /index.html', 404, json],
  ['GET /', 421, json, { fields: { host: 'evil.test' } }],
  ['GET /v1/models', 200, { ...json, ...models }],
  ['HEAD /v1/models', 200, { ...json, ...models }],
  ['OPTIONS /v1/models', 204, { ...api, ...models }],
  ['GET /v1/models', 403, { ...json, ...models }, { fields: { origin: 'https://evil.test' } }],
  ['POST /v1/responses', 200, { ...json, ...served }, asking({ input: 'a' })],
  ['POST /v1/responses', 200, { ...api, ...served, ...stream }, asking({ input: 'a', stream: true })],
  ['POST /v1/responses', 400, { ...json, ...nobody }, asking({})],
  ['POST /v1/responses', 404, { ...json, ...nobody }, asking({ input: 'a', model: 'no-such-model' })],
  ['POST /v1/responses', 415, { ...json, ...nobody }, { fields: { 'content-type': 'text/plain' }, body: '{}' }],
  ['POST /v1/images/generations', 501, { ...json, ...nobody }, asking({ prompt: 'a' })],
  ['GET /v1/nothing', 404, { ...json, ...nobody }],
  ['GET /v2/models', 404, json],
  ['GET /playground.json', 200, json, { fields: { 'sec-fetch-site': 'same-origin' } }],
  ['GET /playground.json', 404, json],
  ['POST /playground.json', 405, { ...json, allow: 'GET, HEAD' }],
  [`GET ${op}`, 404, json],
  [`DELETE ${op}`, 204, api],
  [`POST ${op}`, 405, { ...json, allow: 'GET, DELETE, HEAD' }],
  [`GET ${op}`, 401, { ...json, 'www-authenticate': 'Bearer' }, { fields: { authorization: 'Bearer wrong' } }],
  ['GET /sandbox/meter', 200, json],
  ['GET /healthz', 200, json],
  ['HEAD /healthz', 200, json],
  ['GET /healthz/ready', 200, json],
  [
    'GET /metrics',
    200,
    { ...api, 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'content-length': digits },
  ],
  ['GET /metrics', 401, { ...json, 'www-authenticate': 'Bearer' }, { fields: { via: 'proxy', authorization: '' } }],
  ['BREW TEA /', 400, json],
]

for (const [request, status, headers, more] of cases)
  test(`${request} with ${status} has exactly its headers${more?.fields ? ` (${Object.keys(more.fields)})` : ''}`, async () => {
    const space = request.lastIndexOf(' ')
    const reply = await ask(request.slice(0, space), request.slice(space + 1), more)
    expect(reply).toEqual({ status, headers })
  })

test.each(Object.values(endpoints))('$method $path refuses with exactly its headers', async ({ id, method, path }) => {
  const address = `/v1${path.replace('{id}', 'some')}`
  const known = id === 'models' ? models : nobody
  const keyless = await ask(method, address, { fields: { authorization: '' } })
  expect(keyless).toEqual({ status: 401, headers: { ...json, ...known, 'www-authenticate': 'Bearer' } })
  const allow = method === 'GET' ? 'GET, HEAD' : method
  expect(await ask('PATCH', address)).toEqual({ status: 405, headers: { ...json, ...known, allow } })
})

/** A policy by its directives. Throws where one comes twice: a browser reads the first alone. */
function directivesOf(policy: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (found.has(name)) throw new Error(`${name} comes twice`)
    found.set(name, sources)
  }
  return found
}

test('the policy of the app names every directive, and allows nothing that is not listed here', () => {
  expect(Object.fromEntries(directivesOf(appHeaders['content-security-policy']))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['app'],
  })
})

test('the net worker may connect and nothing else, the frame of mocks may run scripts and nothing else, and other answers may do nothing at all', () => {
  expect(Object.fromEntries(directivesOf(mockFramePolicy))).toEqual({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'unsafe-inline'"],
    'worker-src': ['blob:'],
    'frame-ancestors': ["'self'"],
  })
  expect(Object.fromEntries(directivesOf(netWorkerPolicy))).toEqual({
    'default-src': ["'none'"],
    'connect-src': ['http:', 'https:'],
  })
  expect(Object.fromEntries(directivesOf(apiHeaders['content-security-policy']))).toEqual({
    'default-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
})

test('a directive that comes twice is found', () => {
  expect(() => directivesOf("script-src 'self'; script-src *")).toThrow('twice')
})
