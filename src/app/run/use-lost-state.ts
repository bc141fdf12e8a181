import { useSyncExternalStore } from 'react'
import type { LostState } from './lost-runs.ts'
import type { Run } from './run.ts'
import { useRuns } from './runs-provider.tsx'

/** How it stands with what our own router may keep of a lost run; undefined for every other run. */
export function useLostState(run: Run): LostState | undefined {
  const { lost } = useRuns()
  return useSyncExternalStore(lost.watch, () => lost.state(run))
}
