import { useRuns } from './runs-provider.tsx'

/** The function that settles an `unknown` run by the person's word, so that an equal request may be sent. Keeps its identity. */
export function useGiveUp(): (id: string) => Promise<void> {
  return useRuns().giveUp
}
