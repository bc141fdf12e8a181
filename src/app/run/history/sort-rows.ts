import type { RunRow } from '../../ledger/run-row.ts'
import { nameOf } from './matches.ts'

/** The orders a list of runs can have. Where two are equal the newer one comes first. */
export const runOrders = ['newest', 'oldest', 'slowest', 'most tokens', 'name', 'model'] as const
export type RunOrder = (typeof runOrders)[number]

/** The rows in an order; what was not reported counts as nothing. */
export function sortRows(rows: readonly RunRow[], order: RunOrder): readonly RunRow[] {
  return rows.toSorted((a, b) => compare(a, b, order) || b.seq - a.seq)
}

const words = new Intl.Collator('en', { numeric: true })

function compare(a: RunRow, b: RunRow, order: RunOrder): number {
  switch (order) {
    case 'newest':
      return 0
    case 'oldest':
      return a.seq - b.seq
    case 'slowest':
      return (b.times?.end ?? 0) - (a.times?.end ?? 0)
    case 'most tokens':
      return tokensOf(b) - tokensOf(a)
    case 'name':
      return words.compare(nameOf(a), nameOf(b))
    case 'model':
      return words.compare(a.model, b.model)
  }
}

/** All tokens of a run, in and out. */
function tokensOf({ usage }: RunRow): number {
  return Number(usage?.total ?? Number(usage?.input ?? 0) + Number(usage?.output ?? 0))
}
