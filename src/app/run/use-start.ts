import type { RunDraft, StartOutcome } from './draft.ts'
import { useRuns } from './runs-provider.tsx'

/** The function that sends a draft, once for one press. Never rejects; keeps its identity. */
export function useStart(): (draft: RunDraft) => Promise<StartOutcome> {
  return useRuns().start
}
