import { afterAll, vi } from 'vitest'

// As long as `expect.poll` waits: 1 s, the default, is too short on a busy machine.
if (typeof document !== 'undefined')
  await import('@testing-library/react').then(({ configure }) => configure({ asyncUtilTimeout: 20_000 }))

// Test files share the modules and globals of their worker: what a file changed and left is undone before the next one.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  document.body.replaceChildren()
  // happy-dom keeps a selection in elements that were removed, and user-event moves it by arrow keys.
  getSelection()?.removeAllRanges()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  // Ends the gesture of the last press (see first-press.ts): the clock may have been a mocked one.
  dispatchEvent(new Event('input'))
})
