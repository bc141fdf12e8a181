import { expect, test } from 'vitest'
import { noMask } from '#media/key-mask.ts'
import { createClient } from '../client.ts'
import { fileRequest } from '../download/file-request.ts'
import { readOperation } from './operation.ts'
import { outgoing, outgoingTo, secretsOf, sentHead } from './outgoing.ts'

const headers = [
  { name: 'x-portkey-provider', value: 'anthropic' },
  { name: 'x-portkey-api-key', value: 'Bearer canary-4b1d7e90-key' },
]
const connection = { baseUrl: 'https://router.example/v1', key: 'sk-1234567890', own: false, headers }
const valueIn = (init: RequestInit | undefined) => new Headers(init?.headers).get('x-portkey-provider')

test('the headers of a connection go to its origin with every kind of request, which follows no redirect', async () => {
  const sent: [url: string, init: RequestInit | undefined][] = []
  const send: typeof fetch = async (input, init) => {
    sent.push([String(input), init])
    return Response.json({ data: [] })
  }
  const out = outgoing(connection, 'responses', { request: { model: 'a' } })
  const read = outgoingTo(connection, '/v1/files/1')
  for (const one of [out, read]) if (one.kind === 'ready') sent.push([one.url, one.init])
  await createClient(connection, { fetch: send }).call('models')
  await readOperation(connection, 'a', send).catch(() => {})
  const file = fileRequest({ ...connection, fetch: send, mask: noMask }, { url: 'files/clip.mp4' })
  if (typeof file === 'object') await file.ask({}, new AbortController().signal)
  expect(sent).toHaveLength(5)
  for (const [url, init] of sent) {
    expect(new URL(url).origin).toBe('https://router.example')
    expect(valueIn(init)).toBe('anthropic')
    expect(init?.redirect).toMatch(/error|manual/)
  }
})

test('they do not go to another host that a reply names', async () => {
  const asked: unknown[] = []
  const context = {
    ...{ ...connection, mask: noMask, fetch },
    reach: async (url: URL, _: AbortSignal, more = {}) => {
      asked.push([url.href, more])
      return new Response()
    },
  }
  const file = fileRequest(context, { url: 'https://cdn.example/clip.mp4' })
  if (typeof file === 'object') await file.ask({ Range: 'bytes=0-' }, new AbortController().signal)
  expect(asked).toEqual([['https://cdn.example/clip.mp4', { Range: 'bytes=0-' }]])
  expect(outgoingTo(connection, 'https://cdn.example/a').kind).toBe('unsendable')
})

test('what is stored of a request has every value masked', () => {
  const head = sentHead(connection, 'responses', { request: {} })
  expect(new Map(head?.headers).get('x-portkey-provider')).toBe('[key]')
  expect(JSON.stringify(head)).not.toMatch(/anthropic|canary|sk-123/)
})

test('values of a secret’s form are hidden in replies, a plain word is not', async () => {
  expect(secretsOf(connection)).toEqual(['sk-1234567890', 'canary-4b1d7e90-key'])
  const echo = { data: [{ id: 'anthropic/claude', echo: 'canary-4b1d7e90-key' }] }
  const { value } = await createClient(connection, { fetch: async () => Response.json(echo) }).call('models')
  expect(value).toEqual({ data: [{ id: 'anthropic/claude', echo: '[key]' }] })
})

test('a header that cannot be sent keeps the request from being sent', () => {
  const broken = { ...connection, headers: [{ name: 'x-a', value: 'a\nb' }] }
  expect(outgoing(broken, 'models', {}).kind).toBe('unsendable')
})
