import { PageState, usePageState } from './page-state.ts'

/** What the shell lays over the page. */
export type PageOverlay = 'shortcuts' | 'palette'

const overlay = new PageState<PageOverlay | undefined>(() => undefined)

export const openOverlay = (next: PageOverlay | undefined): void => overlay.set(next)

export const usePageOverlay = (): PageOverlay | undefined => usePageState(overlay)
