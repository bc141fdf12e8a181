import type { CheckOutcome } from './check-again.ts'
import type { RunConnection } from './draft.ts'
import { useRuns } from './runs-provider.tsx'

/**
 * The function that asks our own router what became of a lost run (`unknown` or `interrupted`), through a connection to the same
 * router as the run's. Sends nothing, never rejects; keeps its identity.
 */
export function useCheckAgain(): (id: string, connection: RunConnection) => Promise<CheckOutcome> {
  return useRuns().checkAgain
}
