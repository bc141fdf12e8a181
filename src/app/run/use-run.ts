import { useCallback, useSyncExternalStore } from 'react'
import type { Run } from './run.ts'
import { useRuns } from './runs-provider.tsx'

/** One run, live in this and other tabs; undefined until it is read, and where there is none. */
export function useRun(id: string): Run | undefined {
  const runs = useRuns()
  const subscribe = useCallback((listener: () => void) => runs.watchRun(id, listener), [runs, id])
  return useSyncExternalStore(subscribe, () => runs.run(id))
}
