import type { ReactNode } from 'react'
import type { PanelId } from '#contract/routes.ts'
import { PageState } from '../ui/page-state.ts'

/** What the navigation shows of the jobs of a panel. */
export interface PanelBadge {
  /** At its icon. */
  readonly mark: ReactNode
  /** For screen readers, after its title. */
  readonly words: string
}

/** By panel; written by `notices/`, whose code is loaded with the first job. */
export const panelBadges = new PageState<Readonly<Partial<Record<PanelId, PanelBadge>>>>(() => ({}))
