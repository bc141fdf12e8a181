import type { ReactNode } from 'react'
import { PageState, usePageState } from './page-state.ts'

const shown = new PageState<ReactNode>(() => undefined)

/** Shows a dialog over the page, from any room; without one, closes it. */
export const showDialog = (dialog?: ReactNode): void => shown.set(dialog)

export const usePageDialog = (): ReactNode => usePageState(shown)
