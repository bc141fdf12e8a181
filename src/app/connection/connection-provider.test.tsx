import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useProfiles } from './connection-context.ts'
import { ConnectionProvider } from './connection-provider.tsx'

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
  expect(screen.getByText('Local sandbox')).toBeTruthy()
  localStorage.setItem('patchbay.profiles', '[{"id":"f","name":"Foreign","baseUrl":"https://router.example/v1"}]')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'patchbay.profiles' })))
  expect(screen.getByText('Local sandbox, Foreign')).toBeTruthy()
})
