import type { RunRow } from '../../ledger/run-row.ts'

/** What some runs come to. */
export interface RunTotals {
  readonly count: number
  /** Milliseconds from send to end, added up. */
  readonly time: number
  /** Tokens, as far as they were reported. */
  readonly input: number
  readonly output: number
  /** Runs that did not report their tokens. */
  readonly unreported: number
  /** Every price label with the number of runs that had it, the most frequent first. Labels are words: they are never added up. */
  readonly prices: readonly (readonly [label: string, count: number])[]
}

/** The totals of some runs. */
export function totalsOf(rows: readonly RunRow[]): RunTotals {
  let [time, input, output, unreported] = [0, 0, 0, 0]
  const prices = new Map<string, number>()
  for (const { times, usage, price = 'price not stated' } of rows) {
    time += times?.end ?? 0
    input += Number(usage?.input ?? 0)
    output += Number(usage?.output ?? 0)
    if (usage?.input === undefined && usage?.output === undefined) unreported += 1
    prices.set(price, (prices.get(price) ?? 0) + 1)
  }
  return {
    ...{ count: rows.length, time, input, output, unreported },
    prices: [...prices].toSorted(([, a], [, b]) => b - a),
  }
}
