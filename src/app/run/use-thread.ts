import { useCallback, useSyncExternalStore } from 'react'
import { useRuns } from './runs-provider.tsx'
import type { ThreadView } from './thread-view.ts'

/** All runs of a conversation, live in this and other tabs. A run that did not change keeps its identity. */
export function useThread(threadId: string): ThreadView {
  const runs = useRuns()
  const subscribe = useCallback((listener: () => void) => runs.watchThread(threadId, listener), [runs, threadId])
  return useSyncExternalStore(subscribe, () => runs.thread(threadId))
}
