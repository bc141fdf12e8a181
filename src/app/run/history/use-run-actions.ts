import { useMemo } from 'react'
import { useRuns } from '../use-runs.tsx'
import { createRunActions, type RunActions } from './run-actions.ts'

/** What a person does to runs in the history. Keeps its identity. */
export function useRunActions(): RunActions {
  const { tools } = useRuns()
  return useMemo(() => createRunActions(tools), [tools])
}
