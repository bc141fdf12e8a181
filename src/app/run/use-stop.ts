import { useRuns } from './runs-provider.tsx'

/** The function that stops an open run, in whichever tab it is carried. Keeps its identity. */
export function useStop(): (id: string) => Promise<void> {
  return useRuns().stop
}
