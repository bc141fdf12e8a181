import { useSyncExternalStore } from 'react'
import { useRuns } from '../use-runs.tsx'
import type { HistoryView } from './history.ts'
import { historyOf } from './history-of.ts'

/** The heads of all runs, newest first, live in this and other tabs. */
export function useHistory(): HistoryView {
  const history = historyOf(useRuns())
  return useSyncExternalStore(history.subscribe, history.view)
}
