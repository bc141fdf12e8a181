import { Suspense, useCallback, useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ConnectionProvider } from '../connection/connection-provider.tsx'
import { panels } from '../panels/index.ts'
import type { Panel } from '../panels/panel.ts'
import { retriable } from '../ui/retriable.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { Runs } from './runs.tsx'

const typing = (event: KeyboardEvent) =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null

const Palette = retriable(async () => (await import('./palette/palette.tsx')).Palette)

const Shortcuts = retriable(async () => (await import('./shortcuts.tsx')).Shortcuts)
const SharedLink = retriable(async () => (await import('./shared-link/shared-link.tsx')).SharedLink)

/** The part of the address that brings a request, until it was ruled on. */
function useSharedHash(): [hash: string, done: () => void] {
  const [hash, setHash] = useState(() => location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const done = () => {
    history.replaceState(history.state, '', location.pathname + location.search)
    setHash('')
  }
  return [hash.startsWith('#draft=') ? hash : '', done]
}

/** What is laid over the page by a key. */
type Overlay = 'none' | 'shortcuts' | 'palette'

function useOverlay(): [overlay: Overlay, setOverlay: (overlay: Overlay) => void] {
  const [overlay, setOverlay] = useState<Overlay>('none')
  useEffect(() => {
    const open = (which: Overlay) => (event: KeyboardEvent) => {
      event.preventDefault()
      // Another dialog is open, and has the keys.
      if (!document.querySelector('dialog[open]')) setOverlay(which)
    }
    return tinykeys(window, {
      '$mod+k': open('palette'),
      '$mod+/': open('shortcuts'),
      'Shift+?': (event) => {
        if (!typing(event)) open('shortcuts')(event)
      },
    })
  }, [])
  return [overlay, setOverlay]
}

function Stage({ panel }: { panel: Panel }) {
  useEffect(() => {
    document.title = `${panel.title} · Patchbay`
  }, [panel])
  return (
    <ErrorBoundary key={panel.id}>
      <Suspense fallback={<main className="flex-1" aria-busy="true" />}>
        <panel.Component />
      </Suspense>
    </ErrorBoundary>
  )
}

function Stages() {
  const [location] = useLocation()
  return (
    <Switch location={location}>
      {panels.map((panel) => (
        <Route key={panel.id} path={panel.path}>
          <Stage panel={panel} />
        </Route>
      ))}
      <Route>
        <Redirect to="/chat" replace />
      </Route>
    </Switch>
  )
}

export function App() {
  const [overlay, setOverlay] = useOverlay()
  const [shared, sharedDone] = useSharedHash()
  const close = () => setOverlay('none')
  const showShortcuts = useCallback(() => setOverlay('shortcuts'), [setOverlay])
  return (
    <ConnectionProvider>
      <Suspense>
        <Runs>
          <div className="flex h-dvh flex-col md:flex-row">
            <Navigation onShortcuts={showShortcuts} />
            {/* The panel that gets the draft reads it when it is shown again. */}
            {shared ? <main className="flex-1" /> : <Stages />}
          </div>
          <ErrorBoundary>
            <Suspense>
              {overlay === 'shortcuts' && <Shortcuts onClose={close} />}
              {overlay === 'palette' && <Palette onClose={close} onShortcuts={showShortcuts} />}
              {shared && <SharedLink key={shared} hash={shared} onClose={sharedDone} />}
            </Suspense>
          </ErrorBoundary>
        </Runs>
      </Suspense>
    </ConnectionProvider>
  )
}
