import { type MouseEvent, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { panelPlaces } from '../tool/panels.ts'
import { useTools } from '../tool/tools.ts'
import { lateCode } from '../ui/late-code.ts'
import { focusPanelWhenDrawn } from './panel-focus.ts'

const loadRecovery = lateCode(() => import('./focus-recovery.ts'))

/** Loads the focus recovery with the first key or pointer press: before that, no focused control can vanish. Call once. */
export function recoverFocusFromFirstPress(): void {
  const ended = new AbortController()
  const press = (event: Event) => {
    ended.abort()
    // What was pressed may be gone once it is loaded.
    const path = event.composedPath()
    loadRecovery().then(({ recoverFocus }) => recoverFocus(path), recoverFocusFromFirstPress)
  }
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, press, { signal: ended.signal })
}

/** First in the tab order: leads past the navigation to the panel's first field, which also has the focus on arrival. */
export function SkipLink() {
  const [location] = useLocation()
  const [tab = ''] = /\btab=\w+/.exec(useSearch()) ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: each panel and tool is arrived at anew.
  useEffect(focusPanelWhenDrawn, [location, tab])
  const panel = panelPlaces.find(({ path }) => path === location)
  const hasForm = useTools().some((tool) => tool.panel === panel?.id)
  const to = panel?.id === 'chat' ? 'message' : hasForm ? 'form' : 'content'
  const skip = async (event: MouseEvent) => {
    event.preventDefault()
    const { skipToPanel } = await loadRecovery()
    skipToPanel()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, which is looked up when it is followed.
    <a
      href="#panel"
      className="fixed top-2 left-2 z-30 rounded-md border border-line bg-raised px-4 py-2 not-focus:sr-only"
      onClick={(event) => void skip(event)}
    >
      Skip to {to}
    </a>
  )
}
