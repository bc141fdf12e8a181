import type { RunTools } from './run-tools.ts'
import type { Runs } from './runs.ts'

const known = new WeakMap<Runs, RunTools>()

/** Notes what `createRuns` has built `runs` on. */
export function keepTools(runs: Runs, tools: RunTools): void {
  known.set(runs, tools)
}

/** What `runs` are built on: the ledger, the client and the clock. For `run` and `batch` alone, which `layers.test.ts` checks. */
export function toolsOf(runs: Runs): RunTools {
  const tools = known.get(runs)
  if (tools === undefined) throw new Error('These runs were not made by createRuns.')
  return tools
}
