import { loadWhenIdle } from '../ui/late-code.ts'
import './prepare.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import '../ui/tokens.css'
import '../ui/forced-colours.css'
import { isStatic } from '../ui/is-static.ts'
import { App } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { hashLocation } from './hash-location.ts'
import { recoverFocusFromFirstPress } from './skip-link.tsx'

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** ms without input after which the page counts as quiet. */
const pause = 4_000

/**
 * Loads the code of all panels once nothing was typed or pressed for 4 s: the first answer does not share the line with it. Loads nothing
 * under Save-Data.
 */
function loadRestWhenQuiet(): void {
  if (navigator.connection?.saveData) return
  const quiet = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, pause)
  }
  const look = () => {
    quiet.abort()
    void import('./rest.ts').then(
      ({ restLoads }) => loadWhenIdle(restLoads),
      () => {},
    )
  }
  for (const kind of ['keydown', 'pointerdown', 'input'])
    addEventListener(kind, wait, { signal: quiet.signal, capture: true })
  wait()
}

/** One retry layer only: `retryRead`, and not this one. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

recoverFocusFromFirstPress()
loadRestWhenQuiet()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router {...(isStatic && { hook: hashLocation })}>
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
