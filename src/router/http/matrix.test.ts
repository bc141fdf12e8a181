import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectErrorHeaders, type RawReply, rawRequest, requestText } from '../testing/raw-request.ts'
import { sharedData } from '../testing/shared-data.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import { ownHosts } from './request-guard.ts'

interface Case {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  readonly expect: string | number
  readonly why: string
}

const body = JSON.stringify({ model: 'test-model', input: 'hi' })

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  // The cases are written for this port; the socket's own may be any.
  router = await startTestRouter({ own: ownHosts('127.0.0.1', 8787) })
})
afterAll(() => router.close())

function ask({ method, path, host, headers }: Case): Promise<RawReply> {
  const target = path.replace('/v1/images/generations', '/v1/responses')
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return rawRequest(router.port, requestText(method, target, { Host: host, ...headers }, hasBody ? body : ''))
}

function judge(reply: RawReply, expected: string | number): void {
  if (expected === 'no Access-Control-Allow-Origin') {
    expect(reply.status).toBe(204)
    expect(reply.head.toLowerCase()).not.toContain('access-control-')
    return
  }
  const allowed = String(expected)
    .match(/\b\d{3}\b/g)
    ?.filter((code) => !String(expected).includes(`never ${code}`))
  expect(allowed?.filter((code) => code !== '200' || expected === 200)).toContain(String(reply.status))
}

const auth = { Authorization: `Bearer ${testKey}` }
const json = { ...auth, 'Content-Type': 'application/json' }
const host = '127.0.0.1:8787'
const own = (
  method: string,
  path: string,
  headers: Record<string, string>,
  expected: string | number,
  at = host,
): Case => ({
  method,
  path,
  host: at,
  headers,
  expect: expected,
  why: '',
})

const ownCases: readonly Case[] = [
  own('GET', '/v1/models', auth, 200),
  own('GET', '/v1/models', auth, 200, 'localhost:8787'),
  own('GET', '/v1/models', auth, 421, 'evil.test:8787'),
  own('GET', '/v1/models', auth, 400, 'evil.test@127.0.0.1:8787'),
  own('GET', '/v1/models', auth, 421, ''),
  own('OPTIONS', '/v1/models', {}, 421, 'evil.test:8787'),
  own('POST', '/v1/responses', json, 200),
  own('POST', '/v1/responses', { ...json, Origin: 'http://127.0.0.1:8787', 'Sec-Fetch-Site': 'same-origin' }, 200),
  own('POST', '/v1/responses', { ...json, Origin: 'http://127.0.0.1:9999' }, 403),
  own('POST', '/v1/responses', { ...json, Origin: '' }, 403),
  own('POST', '/v1/responses', { ...json, 'Sec-Fetch-Site': 'same-site' }, 403),
  own('POST', '/v1/responses', { 'Content-Type': 'application/json' }, 401),
  own('POST', '/v1/responses?api_key=LOCAL', { 'Content-Type': 'application/json' }, 401),
  own('POST', '/v1/responses', auth, 415),
  own('POST', '/v1/responses', { ...auth, 'Content-Type': 'text/plain' }, 415),
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT'].map((method) =>
    own(method, '/v1/responses', auth, 405),
  ),
  own('OPTIONS', '/v1/responses', { Origin: 'http://evil.test' }, 'no Access-Control-Allow-Origin'),
  own('GET', '/v2/models', auth, 404),
  own('GET', '/v1/nothing', auth, 404),
  own('GET', '/v1', auth, 404),
  // Not built yet: said only to who has the key, and before a body is read.
  own('POST', '/v1/images/edits', { 'Content-Type': 'application/json' }, 401),
  own('POST', '/v1/images/edits', { ...auth, 'Content-Type': 'text/plain' }, 415),
  own('POST', '/v1/images/edits', json, 501),
  own('GET', '/v1/videos/abc', auth, 501),
  own('GET', '/ops/abc', {}, 401),
  own('GET', '/ops/abc', auth, 404),
  own('GET', '/healthz', {}, 200),
]

test.each(ownCases)('$method $path at "$host" with $headers gives $expect', async (one) => {
  judge(await ask(one), one.expect)
})

test.each([
  '/v1/nothing',
  '/v1/images/edits',
  '/v1/responses',
  '/v2/models',
  '//v1/models',
  '/healthz/x',
  '/ops/abc',
  '/playground.json',
  '/sandbox/meter',
])('errors on %s are JSON of one shape, with the headers of every error', async (path) => {
  const reply = await rawRequest(router.port, requestText('GET', path, { Host: host, ...auth }))
  const { error } = JSON.parse(reply.body)
  expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code', 'request_id', 'retry', 'stage'])
  expectErrorHeaders(reply, error.request_id)
})

test('a refused method names the allowed ones', async () => {
  const reply = await rawRequest(router.port, requestText('GET', '/v1/responses', { Host: host, ...auth }))
  expect(reply.head).toMatch(/^allow: POST$/im)
})

const file = sharedData('corpora', 'own', 'host-origin-matrix.json')

describe.skipIf(!file)('the shared matrix (skipped where the test data is absent)', () => {
  const cases: readonly Case[] = file ? JSON.parse(readFileSync(file, 'utf8')).cases : []

  test('has its 83 cases', () => expect(cases).toHaveLength(83))

  test.each(cases)('$method $path at "$host" with $headers: $why', async (one) => {
    judge(await ask(one), one.expect)
  })
})
