import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { testConnection } from './test-connection.ts'

const baseUrl = 'https://router.example/v1'
const json = (value: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

function outcome(answer: (key: string | null) => Response | Promise<Response>, key = 'k') {
  const send = async (_url: unknown, init?: RequestInit) => answer(new Headers(init?.headers).get('authorization'))
  const options = { fetch: send as typeof fetch }
  const { signal } = new AbortController()
  return testConnection(
    createClient({ baseUrl, key, own: false }, options),
    createClient({ baseUrl, own: false }, options),
    { baseUrl, signal },
  )
}

const list = { object: 'list', data: [{ id: 'a' }, { id: 'b' }] }

test('a list that needs the key works, and the key is checked', async () => {
  const found = await outcome((key) => (key ? json(list) : json({ error: { message: 'no' } }, 401)))
  expect(found).toEqual({ kind: 'works', models: 2, keyChecked: 'yes', own: false })
})

test('a list that answers without the key says that the key is not checked', async () => {
  const found = await outcome(() => json(list, 200, { 'x-router': 'patchbay' }))
  expect(found).toEqual({ kind: 'works', models: 2, keyChecked: 'no', own: true })
})

test.each<[string, () => Response | Promise<Response>]>([
  ['failed', () => json({ error: { message: 'down' } }, 500)],
  ['was too much', () => json({ error: { message: 'slow down' } }, 429)],
  ['found nobody', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a second read that %s leaves the key unchecked', async (_, answer) => {
  const found = await outcome((key) => (key ? json(list) : answer()))
  expect(found).toMatchObject({ kind: 'works', keyChecked: 'unknown' })
})

test('a key that no header can carry is told as that, and nothing is sent', async () => {
  let sent = 0
  const found = await outcome(() => {
    sent += 1
    return json(list)
  }, 'ключ')
  expect(found).toMatchObject({ kind: 'trouble', words: { what: expect.stringContaining('key') } })
  expect(sent).toBe(0)
})

test('a failed test speaks of no bill and of no work', async () => {
  const found = await outcome(() => json({ error: { message: 'down' } }, 500))
  expect(JSON.stringify(found)).not.toMatch(/bill|the work|run it/i)
})

test.each([
  ['The API key was not accepted', /API key/, () => json({ error: { message: 'bad key' } }, 401)],
  ['Not found', /usually \/v1/, () => json({ error: { message: 'no such path' } }, 404)],
  ['Not found', /usually \/v1/, () => new Response('404 page not found', { status: 404 })],
  ['Received a web page instead of an answer', /usually \/v1/, () => new Response('<!doctype html><title>A</title>')],
  ['The router failed', /again/, () => json({ error: { message: 'down' } }, 500)],
  ['Could not reach the server', /running/, () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s: a failed test says what to check', async (title, next, answer) => {
  expect(await outcome(answer)).toMatchObject({ kind: 'trouble', words: { title, next: expect.stringMatching(next) } })
})
