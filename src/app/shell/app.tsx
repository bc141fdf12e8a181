import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { stagePath } from '#contract/routes.ts'
import { ConnectionProvider } from '../connection/connection-provider.tsx'
import { panels } from '../panels/index.ts'
import { type PanelPlace, panelPlace, panelPlaces } from '../tool/panels.ts'
import { useIsAfter } from '../ui/hooks/use-is-after.ts'
import { useWindowEvent } from '../ui/hooks/use-window-event.ts'
import { OverPage } from '../ui/missing-note.tsx'
import { beforeStage } from '../ui/on-stage.ts'
import { openOverlay, usePageOverlay } from '../ui/page-overlay.ts'
import { retriable } from '../ui/retriable.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { useOverlayKeys } from './overlay-keys.ts'
import { PageRuns } from './page-runs.tsx'
import { Palette } from './palette/palette.tsx'
import { SkipLink } from './skip-link.tsx'

const Shortcuts = retriable(async () => (await import('./shortcuts/shortcuts.tsx')).Shortcuts)
const SharedLink = retriable(async () => (await import('./shared-link/shared-link.tsx')).SharedLink)
const StagePage = retriable(async () => (await import('../stage/stage-page.tsx')).StagePage)

/** The part of the address that brings a request, until it was ruled on. */
function useSharedHash(): [hash: string, done: () => void] {
  const [hash, setHash] = useState(() => location.hash)
  useWindowEvent('hashchange', () => setHash(location.hash))
  const done = () => {
    // Another link may have been followed meanwhile: it has not been ruled on.
    if (location.hash === hash) history.replaceState(history.state, '', location.pathname + location.search)
    setHash(location.hash)
  }
  return [hash.startsWith('#draft=') ? hash : '', done]
}

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<main className="flex-1" aria-busy="true" />}>{children}</Suspense>
  </ErrorBoundary>
)

function Stage({ panel }: { panel: PanelPlace }) {
  const Panel = panels[panel.id]
  useEffect(() => {
    document.title = `${panel.title} · Patchbay`
  }, [panel])
  return (
    <Framed key={panel.id}>
      <Panel />
    </Framed>
  )
}

function Stages() {
  const [location] = useLocation()
  const search = useSearch()
  useEffect(() => beforeStage.set(`${location}?${search}`), [location, search])
  return (
    <Switch location={location}>
      {panelPlaces.map((panel) => (
        <Route key={panel.id} path={panel.path}>
          <Stage panel={panel} />
        </Route>
      ))}
      <Route>
        <Redirect to={panelPlace('chat').path + window.location.search} replace />
      </Route>
    </Switch>
  )
}

/** What a database that takes its time leaves on the screen; most answer before anybody could read it. */
function OpeningStorage() {
  const isLate = useIsAfter(500)
  return (
    <main className="grid flex-1 place-items-center p-8" aria-busy="true">
      <p role="status" className="text-soft">
        {isLate && 'Opening storage…'}
      </p>
    </main>
  )
}

export function App() {
  const overlay = usePageOverlay()
  const [location] = useLocation()
  const isOnStage = location.startsWith(`${stagePath}/`)
  useOverlayKeys(!isOnStage)
  const [shared, sharedDone] = useSharedHash()
  const close = () => openOverlay(undefined)
  return (
    <ConnectionProvider>
      <div className="flex h-dvh flex-col md:flex-row">
        {!isOnStage && (
          <>
            <SkipLink />
            <Navigation />
          </>
        )}
        <Suspense fallback={<OpeningStorage />}>
          <PageRuns>
            {/* The panel that gets the draft reads it when it is shown again. */}
            <div id="panel" className="contents">
              {shared ? (
                <main className="flex-1" />
              ) : isOnStage ? (
                <Framed>
                  <StagePage />
                </Framed>
              ) : (
                <Stages />
              )}
            </div>
            <ErrorBoundary>
              <OverPage of={overlay}>
                <Suspense>
                  {overlay === 'shortcuts' && <Shortcuts onClose={close} />}
                  {overlay === 'palette' && <Palette onClose={close} />}
                  {typeof overlay === 'object' && overlay}
                  {shared && <SharedLink key={shared} hash={shared} onClose={sharedDone} />}
                </Suspense>
              </OverPage>
            </ErrorBoundary>
          </PageRuns>
        </Suspense>
      </div>
    </ConnectionProvider>
  )
}
