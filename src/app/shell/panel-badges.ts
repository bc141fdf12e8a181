import type { PanelId } from '#contract/core/documents.ts'
import { PageState } from '../ui/page-state.ts'

/** Jobs of a panel that run, and those that have ended since it was last seen. */
export interface PanelBadge {
  readonly running: number
  readonly done: number
}

/** What the navigation says of the jobs of each panel; written by `notices/`. */
export const panelBadges = new PageState<Readonly<Partial<Record<PanelId, PanelBadge>>>>(() => ({}))
