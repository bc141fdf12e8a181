import type { RunRow } from '../../ledger/run-row.ts'

/** Whether two runs gave the same, by the hash of what came. `unknown` where one gave nothing, or was kept without a hash. */
export function sameOutput(a: Pick<RunRow, 'output'>, b: Pick<RunRow, 'output'>): 'equal' | 'different' | 'unknown' {
  if (a.output === undefined || b.output === undefined) return 'unknown'
  return a.output.sha256 === b.output.sha256 ? 'equal' : 'different'
}
