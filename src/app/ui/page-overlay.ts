import type { ReactElement } from 'react'
import { PageState, usePageState } from './page-state.ts'

/** What the shell lays over the page: an overlay of its own, or a dialog of another room. */
type PageOverlay = 'shortcuts' | 'palette' | ReactElement

const overlay = new PageState<PageOverlay | undefined>(() => undefined)

export const openOverlay = (next: PageOverlay | undefined): void => overlay.set(next)

export const usePageOverlay = (): PageOverlay | undefined => usePageState(overlay)
