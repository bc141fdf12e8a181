import type { Ledger } from '../ledger.ts'
import type { NewRun, RowList, RunBody } from '../run-row.ts'

/** A row as a press makes it, for tests. */
export function sampleRow(change: Partial<NewRun> & { readonly id: string }): NewRun {
  const intent = change.intent ?? `intent of ${change.id}`
  return {
    endpoint: 'responses',
    model: 'sandbox-fast',
    title: 'Hello',
    status: 'prepared',
    intent,
    open: intent,
    connection: { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' },
    log: [{ status: 'prepared', at: 1_000, mono: 10 }],
    ...change,
  }
}

/** A body to a row, for tests. */
export function sampleBody(id: string): RunBody {
  return { id, request: { model: 'sandbox-fast', input: `Request of ${id}` } }
}

/** Every row of a ledger in the order of `seq`, for tests. */
export async function allRows(ledger: Ledger): Promise<RowList> {
  const history = await ledger.history()
  const lists: RowList[] = []
  for await (const list of history.heads()) lists.push(list)
  return {
    rows: lists.flatMap(({ rows }) => rows).toSorted((a, b) => a.seq - b.seq),
    unreadable: lists.reduce((sum, list) => sum + list.unreadable, 0),
  }
}
