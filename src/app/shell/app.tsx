import { Suspense, useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ConnectionProvider } from '../connection/connection-provider.tsx'
import { panels } from '../panels/index.ts'
import type { Panel } from '../panels/panel.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { Runs } from './runs.tsx'
import { Shortcuts } from './shortcuts.tsx'

const typing = (event: KeyboardEvent) =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null

function useShortcutList(): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useEffect(
    () =>
      tinykeys(window, {
        '$mod+/': (event) => {
          event.preventDefault()
          setOpen(true)
        },
        'Shift+?': (event) => {
          if (!typing(event)) setOpen(true)
        },
      }),
    [],
  )
  return [open, setOpen]
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
  const [shortcuts, setShortcuts] = useShortcutList()
  return (
    <ConnectionProvider>
      <Suspense>
        <Runs>
          <div className="flex h-dvh flex-col md:flex-row">
            <Navigation onShortcuts={() => setShortcuts(true)} />
            <Stages />
          </div>
        </Runs>
      </Suspense>
      <Shortcuts open={shortcuts} onClose={() => setShortcuts(false)} />
    </ConnectionProvider>
  )
}
