import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, StrictMode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retriable } from '../ui/retriable.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

const Tool = () => <p>The panel</p>

const state = { sound: true }

function Fragile() {
  if (!state.sound) throw new Error('Out of tune')
  return <Tool />
}

/** A load that fails so many times and then succeeds. */
function loadAfter(failures: number) {
  let left = failures
  return vi.fn(async (): Promise<ComponentType> => {
    left -= 1
    if (left >= 0) throw new Error('Failed to fetch the panel')
    return Tool
  })
}

const updated = 'Patchbay was updated. Reload to continue.'

const show = (Panel: ComponentType) =>
  act(async () =>
    render(
      <StrictMode>
        <ErrorBoundary>
          <Suspense fallback="Loading">
            <Panel />
          </Suspense>
        </ErrorBoundary>
      </StrictMode>,
    ),
  )

const again = () => act(async () => screen.getByRole('button', { name: 'Try again' }).click())

// React tells the console of every error that a boundary catches.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response())
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a panel is loaded once, however often it is shown', async () => {
  const load = loadAfter(0)
  const Panel = retriable(load)
  await show(Panel)
  expect(screen.getByText('The panel')).toBeDefined()
  cleanup()
  await show(Panel)
  expect(load).toHaveBeenCalledOnce()
})

test('a panel whose code is gone from the server says so, offers a reload, and is loaded anew by "Try again"', async () => {
  const load = loadAfter(1)
  await show(retriable(load))
  expect(screen.getByText(updated)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
  await again()
  expect(screen.getByText('The panel')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a press loads once: a failure is no reason to load over and over', async () => {
  const load = loadAfter(100)
  await show(retriable(load))
  await again()
  expect(screen.getByText(updated)).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('going away and coming back is another try, too', async () => {
  const Panel = retriable(loadAfter(1))
  await show(Panel)
  cleanup()
  await show(Panel)
  expect(screen.getByText('The panel')).toBeDefined()
})

test('what breaks while it is drawn is drawn again, and after a second time it names the reload', async () => {
  state.sound = false
  await show(Fragile)
  expect(screen.queryByText(/It failed again/)).toBeNull()
  await again()
  expect(screen.getByText(/It failed again/)).toBeDefined()
  state.sound = true
  await again()
  expect(screen.getByText('The panel')).toBeDefined()
})
