import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionProvider, readLocalRouter, useProfiles } from './connection-provider.tsx'

// A router that does not answer yet.
beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Names() {
  const { all } = useProfiles()
  return <p>{all.map(({ name }) => name).join(', ')}</p>
}

test('what another tab remembers is shown here', () => {
  render(<Names />, { wrapper: ConnectionProvider })
  expect(screen.getByText('Local router')).toBeTruthy()
  localStorage.setItem('patchbay.profiles', '[{"id":"f","name":"Foreign","baseUrl":"https://router.example/v1"}]')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'patchbay.profiles' })))
  expect(screen.getByText('Local router, Foreign')).toBeTruthy()
})

const answering = (reply: () => Response) => readLocalRouter((async () => reply()) as typeof fetch)

test('a key that is handed out is taken', async () => {
  expect(await answering(() => Response.json({ key: 'made', keepsResults: false }))).toEqual({
    kind: 'handed-out',
    key: 'made',
    keepsResults: false,
  })
})

test.each([
  ['a 404', () => Response.json({}, { status: 404 })],
  ['a proxy without its router', () => new Response('<html>', { status: 502 })],
  ['an empty key', () => Response.json({ key: '' })],
  ['another shape', () => Response.json(['key'])],
])('%s means that the person is asked', async (_, reply) => {
  expect(await answering(reply)).toEqual({ kind: 'key-needed' })
})

test.each([
  ['a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ['a 404 that is no JSON', () => new Response('', { status: 404 })],
])('%s is of a server that is no router', async (_, reply) => {
  expect(await answering(reply)).toEqual({ kind: 'no-router' })
})

test('a router that is gone means that the person is asked', async () => {
  expect(await readLocalRouter((() => Promise.reject(new TypeError('gone'))) as typeof fetch)).toEqual({
    kind: 'key-needed',
  })
})
