import { createContext, type ReactNode, useContext } from 'react'
import type { Runs } from './runs.ts'

const RunsContext = createContext<Runs | undefined>(undefined)

/** Gives the page's runs to everything below. */
export function RunsProvider({ runs, children }: { readonly runs: Runs; readonly children: ReactNode }) {
  return <RunsContext value={runs}>{children}</RunsContext>
}

/** The page's runs: whether they are kept, and why not. Throws outside the provider. */
export function useRuns(): Runs {
  const runs = useContext(RunsContext)
  if (runs === undefined) throw new Error('useRuns stands outside of RunsProvider.')
  return runs
}
