import { useSyncExternalStore } from 'react'
import type { Run } from '../run.ts'
import { useRuns } from '../use-runs.tsx'
import type { JobHold, Jobs, Transfer } from './jobs.ts'

/** The jobs of the page; they keep their identity. */
export const useJobs = (): Jobs => useRuns().jobs

/** What holds up a job; undefined for a job that nothing holds up, and for every other run. */
export function useJobHold(run: Run): JobHold | undefined {
  const jobs = useJobs()
  return useSyncExternalStore(jobs.watch, () => jobs.holdOf(run))
}

/** The download of a run's content by this page; undefined where there is none. */
export function useTransfer(id: string): Transfer | undefined {
  const jobs = useJobs()
  return useSyncExternalStore(jobs.watch, () => jobs.transferOf(id))
}
