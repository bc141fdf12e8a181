import { useCallback } from 'react'
import { useRuns } from '../use-runs.tsx'
import { type RunRecord, runRecord } from './run-record.ts'

/** The function that reads a whole run from the ledger. Keeps its identity. */
export function useRunRecord(): (id: string) => Promise<RunRecord | undefined> {
  const { tools } = useRuns()
  return useCallback((id) => runRecord(tools, id), [tools])
}
