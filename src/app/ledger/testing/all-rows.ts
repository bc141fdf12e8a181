import type { Ledger, RunList } from '../ledger.ts'

/** Every row of a ledger in the order of `seq`, for tests. */
export async function allRows(ledger: Ledger): Promise<RunList> {
  const history = await ledger.history()
  let all: RunList = { rows: [], unreadable: 0 }
  for await (const list of history.heads())
    all = { rows: [...list.rows, ...all.rows], unreadable: all.unreadable + list.unreadable }
  return all
}
