import { expect, test } from 'vitest'
import { readLocalRouter } from './local-router.ts'

const answering = (reply: () => Response) => readLocalRouter((async () => reply()) as typeof fetch)

test('a key that is handed out is taken', async () => {
  expect(await answering(() => Response.json({ key: 'made', keepsResults: false }))).toEqual({
    kind: 'handed-out',
    key: 'made',
    keepsResults: false,
  })
})

test.each([
  ['a 404', () => new Response('{}', { status: 404 })],
  ['a page', () => new Response('<!doctype html>')],
  ['an empty key', () => Response.json({ key: '' })],
  ['another shape', () => Response.json(['key'])],
])('%s means that the person is asked', async (_, reply) => {
  expect(await answering(reply)).toEqual({ kind: 'asks' })
})

test('a router that is gone means that the person is asked', async () => {
  expect(await readLocalRouter((() => Promise.reject(new TypeError('gone'))) as typeof fetch)).toEqual({ kind: 'asks' })
})
