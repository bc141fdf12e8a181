import './prepare.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/forced-colours.css'
import { App } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadRestWhenQuiet } from './load-rest.ts'
import { keepFocusFromFirstPress } from './skip-link.tsx'

/** One retry layer only: `retryRead`, and not this one. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

keepFocusFromFirstPress()
loadRestWhenQuiet()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
